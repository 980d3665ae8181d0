import type * as pulumi from "@pulumi/pulumi";
import { formatError } from "../../http/errorText.js";
import type { ResourceSchema } from "../../schema/keywords.js";
import { type ExtractedInputs, extractInputSecrets } from "./extractSecrets.js";

/**
 * The extraction of secrets from one resource's inputs. It is a transformation itself, so that it sees what the program's
 * own transformations have made of the inputs, and they see what the program wrote.
 */
export class SecretExtraction {
  /** Nothing until the transformations have run. */
  extracted: ExtractedInputs = { inputs: {}, inLists: [] };
  /** The SDK's constructor runs with fewer frames, while an error of the program has to name the program's own line. */
  readonly #frames = Error.stackTraceLimit;

  constructor(
    private readonly schema: ResourceSchema,
    private readonly name: string,
  ) {}

  /** Options with the extraction as a transformation: see {@link runLast}. */
  added(options: pulumi.CustomResourceOptions = {}): pulumi.CustomResourceOptions {
    let own: pulumi.Resource | undefined;
    const extract: pulumi.ResourceTransformation = ({ resource, props, opts }) => {
      own ??= resource;
      // A child inherits the transformations of its parent.
      return resource === own ? { props: this.#extract(props), opts } : undefined;
    };
    extractions.add(extract);
    return { ...options, transformations: [...(options.transformations ?? []), extract] };
  }

  /** @throws Error that names the resource and the path of what no state can hold */
  #extract(props: Record<string, unknown>): Record<string, unknown> {
    const inputs = Object.fromEntries(Object.entries(props).filter(([name]) => !name.startsWith("__")));
    try {
      this.extracted = extractInputSecrets(this.schema, inputs);
    } catch (error) {
      Error.stackTraceLimit = this.#frames;
      throw withOwnFrames(new Error(`${this.schema.title} '${this.name}': ${formatError(error)}`));
    }
    // The extracted secrets come last: the program may pass on the properties of another resource.
    return { ...props, ...this.extracted.inputs };
  }
}

/**
 * Without the frames of packages: only the program's own lines help its author. A frame of the SDK,
 * `node_modules/@pulumi/resource.ts`, also keeps Node 20 busy for minutes when the SDK colours the stack.
 */
function withOwnFrames(error: Error): Error {
  const lines = error.stack?.split("\n") ?? [];
  error.stack = lines.filter((line) => !/^\s+at .*[/\\]node_modules[/\\]/.test(line)).join("\n");
  return error;
}

const extractions = new WeakSet<pulumi.ResourceTransformation>();

/**
 * Makes the extraction of secrets run behind the transformations of all parents and of the stack. The SDK lists those of
 * the resource itself first, when it assigns `__transformations`. An SDK that keeps them elsewhere would run the
 * extraction before those of the parents, and what they add to a list would hide it.
 */
export function runLast(prototype: object): void {
  const attributes = { configurable: true, enumerable: true, writable: true };
  Object.defineProperty(prototype, "__transformations", {
    configurable: true,
    set(this: object, all: pulumi.ResourceTransformation[]) {
      const isLast = (transformation: pulumi.ResourceTransformation) => extractions.has(transformation);
      const value = [...all.filter((one) => !isLast(one)), ...all.filter(isLast)];
      Object.defineProperty(this, "__transformations", { ...attributes, value });
    },
  });
}
