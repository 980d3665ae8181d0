import {
  additionalProperties,
  anyObject,
  boolean,
  choice,
  int32,
  keyedList,
  list,
  number,
  object,
  openChoice,
  setOf,
  text,
} from "../../schema/build.js";
import type { Schema } from "../../schema/keywords.js";

/** Fields of a container. `schema.ts` describes the group. */

/** Fields that the service takes from a profile. Its responses have them. */
export const FROM_PROFILE = {
  requiredWithout: ["containerGroupProfile", "standbyPoolProfile"],
  mayBeFilledIn: true,
};

/** The name of a secret in a key vault. */
export const SECRET_REFERENCE = { minLength: 1, references: "secretReferences", since: "2025-09-01" };

const command = (description: string): Schema => list(description, text("One element of the command line."));

export const protocol = choice(
  "Network protocol: `TCP` or `UDP`. Default: the service's (`TCP`).",
  { TCP: "Connections.", UDP: "Datagrams." },
  { mayBeFilledIn: "TCP" },
);

export const portNumber = int32("Port number, 1 to 65535.", { minimum: 1, maximum: 65535 });

const environmentVariables = keyedList(
  ["name"],
  "Environment variables. Compared by name.",
  object(
    "EnvironmentVariable",
    "An environment variable: exactly one of `value`, `secureValue` and `secureValueReference`.",
    {
      // The service's error text states this rule: "A valid environment variable name must start with alphabetic character or
      // '_', followed by a string of alphanumeric characters or '_'".
      name: text("Name: letters, digits and `_`, not beginning with a digit.", {
        minLength: 1,
        pattern: "^([A-Za-z_][A-Za-z0-9_]*)?$",
        patternMessage: "must begin with a letter or `_` and contain only letters, digits and `_`",
      }),
      value: text("Value, shown in previews and returned by the service. May be empty.", {
        secretAlternative: "secureValue",
      }),
      secureValue: text(
        "Secret value: never returned by the service. A change of it alone is not sent; see `secretChanges`.",
        {
          secret: true,
        },
      ),
      secureValueReference: text(
        "Name of one of the group's `secretReferences`, whose secret is the value.",
        {
          ...SECRET_REFERENCE,
        },
      ),
    },
    { required: ["name"], exactlyOneOf: ["value", "secureValue", "secureValueReference"] },
  ),
);

const volumeMounts = keyedList(
  ["mountPath"],
  "Volumes of the group that are mounted into this container. Compared by mount path.",
  object(
    "VolumeMount",
    "A volume of the group, mounted into a container.",
    {
      name: text("Name of one of the group's `volumes`.", { minLength: 1, references: "volumes" }),
      // The vendor's specification of this version forbids the colon.
      mountPath: text("Path in the container; no colon.", {
        minLength: 1,
        pattern: "^[^:]*$",
        patternMessage: "must not contain a colon",
      }),
      readOnly: boolean("Whether the volume is mounted read-only. Default: the service's (`false`)."),
    },
    { required: ["name", "mountPath"] },
  ),
);

const securityContext = object("SecurityContextDefinition", "Security context of the container.", {
  privileged: boolean("Whether the container runs in privileged mode."),
  allowPrivilegeEscalation: boolean("Whether a process can gain more privileges than its parent."),
  capabilities: object(
    "SecurityContextCapabilities",
    "Capabilities added to and dropped from the container.",
    {
      add: setOf("Capabilities to add.", text("Name of a capability, for example `CAP_NET_ADMIN`.")),
      drop: setOf("Capabilities to drop.", text("Name of a capability.")),
    },
  ),
  runAsGroup: int32("Group id that the container's process runs as."),
  runAsUser: int32("User id that the container's process runs as."),
  seccompProfile: text("Seccomp profile, as base64 of its JSON."),
});

const instanceView = anyObject(
  "State of the container as the service reports it; changes at every restart.",
  {
    volatile: true,
  },
);

const gpu = (extra: { createOnly?: boolean }): Schema =>
  object(
    "GpuResource",
    "GPUs of a container.",
    {
      count: int32("Number of GPUs.", { minimum: 1, ...extra }),
      sku: openChoice(
        "Kind of GPU. Known values: `K80`, `P100`, `V100`.",
        { K80: "NVIDIA Tesla K80.", P100: "NVIDIA Tesla P100.", V100: "NVIDIA Tesla V100." },
        extra,
      ),
    },
    { required: ["count", "sku"] },
  );

const resources = object(
  "ResourceRequirements",
  "CPU, memory and GPU of a container.",
  {
    requests: object(
      "ResourceRequests",
      "Minimum resources of the container.",
      {
        cpu: number("CPU cores.", { exclusiveMinimum: 0, createOnly: true }),
        memoryInGB: number("Memory in GB. The public service takes multiples of 0.1.", {
          exclusiveMinimum: 0,
          createOnly: true,
          published: [{ multipleOf: 0.1 }],
        }),
        gpu: gpu({ createOnly: true }),
      },
      { required: ["cpu", "memoryInGB"] },
    ),
    limits: object(
      "ResourceLimits",
      "Maximum resources of the container. The public service takes limits that are at least the container's `requests`, and at " +
        "most the requests of all containers together. Default: no separate limit.",
      {
        cpu: number("CPU cores.", { exclusiveMinimum: 0 }),
        memoryInGB: number("Memory in GB.", { exclusiveMinimum: 0 }),
        gpu: gpu({}),
      },
    ),
  },
  {
    required: ["requests"],
    published: [
      { bounds: { of: "limits", atLeast: "requests" }, code: "ResourceLimitsLessThanRequests" },
      {
        bounds: { of: "limits", atMostTotal: "containers[].resources.requests" },
        code: "ContainerLimitGreaterThanContainerGroupTotalRequest",
      },
    ],
  },
);

const probe = object(
  "ContainerProbe",
  "A check of the container. A failed liveness probe restarts it, a failed readiness probe keeps requests away.",
  {
    exec: object("ContainerExec", "A command whose exit code is the result.", {
      command: command("Command in exec form."),
    }),
    httpGet: object(
      "ContainerHttpGet",
      "An HTTP request whose response is the result.",
      {
        path: text("Path of the request. Default: `/`.", { mayBeFilledIn: "/" }),
        port: portNumber,
        scheme: openChoice(
          "Scheme. Known values: `http`, `https`.",
          { http: "Without encryption.", https: "With encryption." },
          { mayBeFilledIn: "http" },
        ),
        httpHeaders: setOf(
          "Headers of the request.",
          object("HttpHeader", "A header of the request.", {
            name: text("Name of the header.", { caseInsensitive: true }),
            value: text("Value of the header."),
          }),
        ),
      },
      { required: ["port"] },
    ),
    failureThreshold: int32("Number of consecutive failures after which the probe fails.", {
      minimum: 0,
      mayBeFilledIn: 3,
    }),
    initialDelaySeconds: int32("Seconds from the start of the container to the first probe.", {
      minimum: 0,
      mayBeFilledIn: 0,
    }),
    periodSeconds: int32("Seconds between two probes.", { minimum: 0, mayBeFilledIn: 10 }),
    successThreshold: int32("Number of consecutive successes after which a failed probe succeeds again.", {
      minimum: 0,
      mayBeFilledIn: 1,
    }),
    timeoutSeconds: int32("Seconds after which a probe without a response fails.", {
      minimum: 0,
      mayBeFilledIn: 1,
    }),
  },
);

/** The service's error shows the pattern and the length. */
const containerName = text(
  "Name of the container, unique in the group. The public service takes up to 63 lower-case letters, digits and `-`.",
  {
    minLength: 1,
    published: [
      { maxLength: 63, code: "InvalidContainerName" },
      {
        pattern: "^([a-z0-9]([-a-z0-9]*[a-z0-9])?)?$",
        patternMessage: "must contain only lower-case letters, digits and `-`, and not begin or end with `-`",
        code: "InvalidContainerName",
      },
    ],
  },
);

export const container = object(
  "Container",
  "A container of the group.",
  {
    name: containerName,
    image: text("Image to run, for example `nginx:1.27`.", { minLength: 1, ...FROM_PROFILE }),
    command: command("Command in exec form. Default: the command of the image."),
    environmentVariables,
    ports: keyedList(
      ["port", "protocol"],
      "Ports exposed within the group. Compared by number and protocol.",
      object(
        "ContainerPort",
        "A port exposed within the group.",
        { port: portNumber, protocol },
        { required: ["port"] },
      ),
    ),
    resources: { ...resources, ...FROM_PROFILE },
    volumeMounts,
    livenessProbe: probe,
    readinessProbe: probe,
    securityContext,
    additionalProperties: additionalProperties("the container, below `properties`"),
    instanceView,
  },
  { required: ["name"], flatten: { into: "properties", except: ["name"], isRequired: true } },
);

export const initContainer = object(
  "InitContainerDefinition",
  "A container that runs to completion before the containers of the group start.",
  {
    name: containerName,
    image: text("Image to run.", { minLength: 1 }),
    command: command("Command in exec form. Default: the command of the image."),
    environmentVariables,
    volumeMounts,
    securityContext,
    additionalProperties: additionalProperties("the container, below `properties`"),
    instanceView,
  },
  { required: ["name", "image"], flatten: { into: "properties", except: ["name"] } },
);
