import * as pulumi from "@pulumi/pulumi";
import { expectTypeOf } from "expect-type";
import { ContainerGroup, type CustomerArgs, type types } from "pulumi-vendorcloud";

// The compiler's checks of volumes and variables, of which a preview checks that each has one kind. This code does not run.

const group = { resourceGroupName: "demo", osType: "Linux" };
const resources = { requests: { cpu: 1, memoryInGB: 1 } };
const container = { name: "web", image: "nginx:1", resources };

function withVolume(volume: pulumi.Input<types.VolumeArgs>) {
  new ContainerGroup("web", { ...group, containers: [container], volumes: [volume] });
}

function withVariable(variable: pulumi.Input<types.EnvironmentVariableArgs>) {
  const environmentVariables = [variable];
  new ContainerGroup("web", { ...group, containers: [{ ...container, environmentVariables }] });
  new ContainerGroup("web", {
    ...group,
    containers: [container],
    initContainers: [{ ...container, environmentVariables }],
  });
}

export function volumesOfOneKind() {
  withVolume({ name: "work", emptyDir: {} });
  withVolume({ name: "keys", secret: { "tls.key": "a2V5" } });
  withVolume({ name: "site", gitRepo: { repository: "https://git.example/site" } });
  withVolume({ name: "data", cloudFile: { shareName: "data", storageAccountName: "demo", readOnly: true } });
  withVolume({ name: "data", cloudFile: undefined, secret: undefined, emptyDir: {}, gitRepo: undefined });
}

export function fieldsOfVolumes() {
  // @ts-expect-error no kind that there is
  withVolume({ name: "work", nfs: {} });
  // @ts-expect-error a directory without its name
  withVolume({ emptyDir: {} });
  // @ts-expect-error a repository without its address
  withVolume({ name: "site", gitRepo: { directory: "." } });
}

export function variablesOfOneKind() {
  withVariable({ name: "STAGE", value: "" });
  withVariable({ name: "KEY", secureValue: "x" });
  withVariable({ name: "KEY", value: undefined, secureValue: "x" });
}

export function fieldsOfVariables() {
  // @ts-expect-error a number
  withVariable({ name: "PORT", value: 80 });
}

export function inputsAtEveryDepth(text: pulumi.Output<string>, later: Promise<string>, some: boolean) {
  withVariable({ name: text, value: later });
  withVariable({ name: later, secureValue: text });
  withVariable(pulumi.output({ name: "KEY", secureValue: text }));
  withVariable(Promise.resolve({ name: "KEY", value: "x" }));
  withVariable({ name: "KEY", ...(some ? { value: "x" } : { secureValue: text }) });
  withVariable(
    text.apply((key) => (key === "" ? { name: "KEY", value: "" } : { name: "KEY", secureValue: key })),
  );
  withVolume({ name: text, secret: { "tls.key": text, "tls.crt": later } });
  withVolume({ name: text, secret: text.apply((key) => ({ "tls.key": key })) });
  const share = { shareName: text, storageAccountName: text };
  withVolume({
    name: text,
    cloudFile: { ...share, storageAccountKey: text, readOnly: Promise.resolve(some) },
  });
  withVolume({ name: text, gitRepo: pulumi.output({ repository: text }) });
  withVolume(pulumi.output({ name: text, emptyDir: {} }));
  withVolume(Promise.resolve({ name: "work", emptyDir: {} }));
  const names = ["a", "b"];
  new ContainerGroup("web", {
    ...group,
    containers: [{ ...container, environmentVariables: names.map((name) => ({ name, value: text })) }],
    volumes: names.map((name) => ({ name, emptyDir: {} })),
  });
  new ContainerGroup("web", {
    ...group,
    containers: pulumi.output([{ ...container, environmentVariables: [{ name: "A", value: text }] }]),
    volumes: text.apply((name) => [{ name, emptyDir: {} }]),
  });
  // @ts-expect-error an Output of something else
  withVariable({ name: "A", value: text.apply((known) => known.length) });
  // @ts-expect-error content that is no text
  withVolume({ name: "keys", secret: { "tls.key": Promise.resolve(5) } });
}

/** Programs extend the arguments, as a component does that hands most of them on. */
export interface StageVariable extends types.EnvironmentVariableArgs {
  stage: string;
}

export interface KnownCustomer extends CustomerArgs {
  region: string;
}

export function outputs() {
  expectTypeOf<types.Volume["secret"]>().toEqualTypeOf<Record<string, string> | undefined>();
}
