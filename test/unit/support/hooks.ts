import * as pulumi from "@pulumi/pulumi";
import type { Context, Lifecycle, ResourceState } from "../../../provider/contract/lifecycle.js";
import { Runtime } from "../../../provider/contract/runtime.js";
import { type RawConfiguration, Settings } from "../../../provider/contract/settings.js";
import type { MessageLog } from "../../../provider/core/log.js";
import { createDynamicProvider } from "../../../provider/protocols/dynamic/dynamicProvider.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import { containerGroupSchema } from "../../../provider/services/containerGroups/schema.js";
import { KnownSecrets } from "../../../provider/text/knownSecrets.js";
import type { Text } from "../../../provider/text/message.js";
import { DynamicProvider } from "../../protocols/dynamicProtocol.js";
import { asRead } from "../../support/asRead.js";
import { PLAIN_TOKEN } from "../../support/canaries.js";
import { SkippingClock } from "../../support/clock.js";
import { encodedInputs, type Marks } from "../../support/encodedInputs.js";

export const ADDRESS = "https://service.example";
export const TOKEN = PLAIN_TOKEN;

export const configured: Record<string, string> = {
  "vendorcloud:resourceManagerUrl": ADDRESS,
  "vendorcloud:resourceManagerToken": TOKEN,
};

export function configuration(values: Record<string, string | undefined> = configured): RawConfiguration {
  return { get: (key) => values[key] };
}

export class RecordingLog implements MessageLog {
  readonly progressed: string[] = [];
  readonly told: string[] = [];
  readonly warnings: string[] = [];
  sentCalls = 0;

  progress = (message: Text): void => void this.progressed.push(asRead(message));
  info = (message: Text): void => void this.told.push(asRead(message));
  warn = (message: Text): void => void this.warnings.push(asRead(message));
  sent = async (): Promise<void> => void this.sentCalls++;
}

/** The context of a lifecycle. No environment variables are read. */
export function testContext(values: Record<string, string> = {}) {
  const log = new RecordingLog();
  const clock = new SkippingClock();
  const settings = new Settings(configuration({ ...configured, ...values }), {});
  const runtime = new Runtime({ clock });
  return { log, clock, runtime, settings, secrets: new KnownSecrets() } satisfies Context & {
    log: RecordingLog;
    clock: SkippingClock;
  };
}

export const { settings } = testContext();

/** Returns the hooks of a lifecycle from the part that a test defines. */
export async function hooksOf(
  part: Partial<Lifecycle> = {},
  values?: Record<string, string>,
  runtime = new Runtime({ clock: new SkippingClock() }),
) {
  const log = new RecordingLog();
  const refuse = async (): Promise<never> => {
    throw new Error("not expected in this test");
  };
  const lifecycle: Lifecycle = {
    schema: containerGroupSchema,
    service: "resourceManager",
    idFormat: "{containerGroupName}",
    create: refuse,
    read: refuse,
    update: refuse,
    delete: refuse,
    ...part,
  };
  const provider = createDynamicProvider(lifecycle, { log: () => log, runtime });
  await provider.configure?.({ config: configuration(values) as never });
  const hooks = bound(provider as Required<typeof provider>);
  return { log, hooks, provider: new DynamicProvider(lifecycle.schema, hooks) };
}

/** Hooks that a test may take out of their provider. */
function bound(
  provider: Required<pulumi.dynamic.ResourceProvider>,
): Required<pulumi.dynamic.ResourceProvider> {
  return {
    configure: (request) => provider.configure(request),
    check: (olds, news) => provider.check(olds, news),
    diff: (id, olds, news) => provider.diff(id, olds, news),
    create: (inputs) => provider.create(inputs),
    read: (id, state) => provider.read(id, state),
    update: (id, olds, news) => provider.update(id, olds, news),
    delete: (id, state) => provider.delete(id, state),
  };
}

/** Returns properties as in a state. */
export function sealed(value: JsonObject, how: Marks & { urn?: string } = {}): JsonObject {
  return encodedInputs(containerGroupSchema, value, how.urn, how);
}

export function liveOf(answer: JsonObject, id = "/groups/web"): ResourceState {
  return { id, answer };
}

/** Returns the error that a hook throws, with everything that the host may print of it. */
export async function thrownBy(work: () => unknown): Promise<{ error: Error & JsonObject; printed: string }> {
  try {
    await work();
  } catch (thrown) {
    const error = thrown as Error & JsonObject;
    const fields = JSON.stringify(error, Object.getOwnPropertyNames(error));
    const { inspect } = await import("node:util");
    return {
      error,
      printed: [
        error.message,
        error.stack,
        String(error),
        fields,
        inspect(error, { depth: 9, showHidden: true }),
      ].join("\n"),
    };
  }
  throw new Error("nothing was thrown");
}

export function secretsIn(properties: JsonObject): JsonObject {
  const isSecret = (value: unknown): boolean =>
    typeof value === "object" && value !== null && pulumi.runtime.specialSigKey in value;
  const secrets = Object.entries(properties).filter(([, value]) => isSecret(value));
  return Object.fromEntries(secrets.map(([name, value]) => [name, (value as JsonObject).value]));
}
