import { TYPE_PREFIX } from "../../provider/contract/configuration.js";
import { listOutputFields } from "../../provider/schema/keywords.js";
import { getFileName, HEADER, type Listed } from "./wiring.js";

/** Formats the classes that programs use. Their members have the documentation of the interface with the outputs. */
export function formatClasses(listed: Listed[]): string {
  const schemas = listed.map(({ folder, definition: { schema } }) => ({
    title: schema.title,
    name: `${getFileName(schema)}Schema`,
    types: `./${getFileName(schema)}.js`,
    module: `../services/${folder}/schema.js`,
  }));
  const modules = [...new Set(schemas.map(({ module }) => module))];
  const namesIn = (each: string): string[] =>
    schemas.filter(({ module }) => module === each).map(({ name }) => name);
  return [
    HEADER,
    'import type { CustomResourceOptions, ID, Input } from "@pulumi/pulumi";',
    'import { BridgedResource } from "../protocols/dynamic/resource.js";',
    ...modules.map((module) => `import { ${namesIn(module).join(", ")} } from "${module}";`),
    ...schemas.map(({ title, types }) => `import type { ${title}Args, ${title}Outputs } from "${types}";`),
    "",
    `export type { ${schemas.map(({ title }) => `${title}Args`).join(", ")} };`,
    ...listed.map(({ definition }) => formatClass(definition)),
  ].join("\n");
}

const OBJECT =
  "Reads an object that another stack or nobody manages: nothing is created, updated or deleted.";
const ACTION = "The outputs are the parts of the id. An action cannot be read, so no request is sent.";

function formatClass({ schema, reference: { about, source } }: Listed["definition"]): string {
  const { title } = schema;
  const members = listOutputFields(schema).map(
    ([name]) => `  declare readonly ${name}: ${title}Outputs["${name}"];`,
  );
  return `
/**
${[...about, `Source: ${source}.`].map((paragraph) => ` * ${paragraph}`).join("\n *\n")}
 */
export class ${title} extends BridgedResource implements ${title}Outputs {
  /** Type of the resource in the engine. */
  static readonly __pulumiType: string = "${TYPE_PREFIX}${title}";

${members.join("\n")}

  /**
   * @param name of the resource in the program
   * @param args its arguments: \`check\` reports everything that is wrong with them at once, with paths
   * @param options Pulumi's own options
   */
  constructor(name: string, args: ${title}Args, options?: CustomResourceOptions) {
    super(${getFileName(schema)}Schema, name, args, options);
  }

  /**
   * ${"triggers" in schema.properties ? ACTION : OBJECT} Needs \`@pulumi/pulumi\` 3.268.0.
   *
   * @param name of the resource in the program
   * @param id of the object: the id that a resource of this class has
   * @param options Pulumi's own options
   */
  static get(name: string, id: Input<ID>, options?: CustomResourceOptions): ${title} {
    return new ${title}(name, {} as ${title}Args, { ...options, id });
  }

  /** Whether a value is a resource of this class, also of another copy of this package. */
  static override isInstance(value: any): value is ${title} {
    return value?.__pulumiType === ${title}.__pulumiType;
  }
}
`;
}
