import * as pulumi from "@pulumi/pulumi";

/** The resources that a program registers with the mock engine. */
export interface Registered {
  type: string;
  name: string;
  inputs: Record<string, unknown>;
}

/** Runs `program` with mocks. Resolves when all its registrations have arrived. */
export async function runProgram<T>(
  program: () => T | Promise<T>,
  options: {
    preview?: boolean;
    project?: string;
    config?: Record<string, string>;
    secretKeys?: string[];
    /** Computes outputs from the registered inputs. Default: the inputs. */
    state?: (inputs: Record<string, unknown>, name: string) => Record<string, unknown> | Promise<object>;
  } = {},
): Promise<{ result: T; registered: Registered[] }> {
  const registered: Registered[] = [];
  await pulumi.runtime.setMocks(
    {
      newResource: async ({ type, name, inputs, id }) => {
        registered.push({ type, name, inputs });
        return { id: id || `${name}-id`, state: (await options.state?.(inputs, name)) ?? inputs };
      },
      call: () => ({}),
    },
    options.project ?? "demo",
    "dev",
    options.preview ?? false,
    "acme",
  );
  pulumi.runtime.setAllConfig(options.config ?? {}, options.secretKeys ?? []);
  const result = await program();
  await pulumi.runtime.disconnect();
  return { result, registered };
}

/** Runs a program whose functions call the services, as with an engine. Mocks would respond themselves. */
export async function runFunctions<T>(
  program: () => T | Promise<T>,
  options: { preview?: boolean; config?: Record<string, string> } = {},
): Promise<T> {
  const { result } = await runProgram(() => {
    const monitor: object = pulumi.runtime.getMonitor() ?? {};
    const has = (_: object, name: string | symbol) => name !== "mocks" && name in monitor;
    pulumi.runtime.setMockOptions(new Proxy(monitor, { has }), "demo", "dev", options.preview);
    return program();
  }, options);
  return result;
}

/** Returns the value of an Output, and whether it is known and secret. */
export async function settled<T>(
  output: pulumi.Output<T>,
): Promise<{ value: T; known: boolean; secret: boolean }> {
  const inside = output as unknown as {
    promise(withUnknowns?: boolean): Promise<T>;
    isKnown: Promise<boolean>;
    isSecret: Promise<boolean>;
  };
  return { value: await inside.promise(true), known: await inside.isKnown, secret: await inside.isSecret };
}

/** Returns an Output whose value is not known yet. */
export function unknownOutput(secret = false): pulumi.Output<string> {
  const never = Promise.resolve(undefined as unknown as string);
  const Internal = pulumi.Output as unknown as new (...parts: unknown[]) => pulumi.Output<string>;
  return new Internal(
    new Set(),
    never,
    Promise.resolve(false),
    Promise.resolve(secret),
    Promise.resolve(new Set()),
  );
}
