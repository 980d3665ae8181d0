import type { ResourceDefinition } from "../../provider/contract/definition.js";
import type { ResourceSchema } from "../../provider/schema/keywords.js";

/** A resource, and the folder in `provider/services/` with its lifecycle and class. */
export interface Listed {
  folder: string;
  definition: ResourceDefinition;
}

/** A function of `provider/functions/`, and the folder in `provider/services/` with its `query.ts`. */
interface ListedFunction {
  folder: string;
  name: string;
}

export const HEADER = "// Generated from the definitions by `npm run generate`. Do not edit.\n";
const FUNCTION_HEADER = "// Generated from the list of functions by `npm run generate`. Do not edit.\n";

/** Returns, for example, `containerGroup`: the file name of a resource and the prefix of its names. */
export function getFileName({ title }: ResourceSchema): string {
  return title.charAt(0).toLowerCase() + title.slice(1);
}

/** Formats the module that states refer to, with an export for each resource. */
export function formatBridge(listed: Listed[]): string {
  return [
    HEADER,
    "/**",
    ' * The exports that state files refer to: `exports.handler=()=>require("pulumi-vendorcloud/bridge").<Name>`, one export for',
    " * each resource. Frozen: a name that was here once stays, or states that hold it cannot be read any more.",
    " */",
    'import { onCancelCall } from "./protocols/dynamic/cancelCall.js";',
    'import { createDynamicProvider } from "./protocols/dynamic/dynamicProvider.js";',
    'import { Runtime } from "./contract/runtime.js";',
    ...listed.map((each) => lifecycleImport(each, "./services")),
    "",
    "/** The engine starts a process for each run and provider: all kinds of resources in it share their limits. */",
    "const runtime = new Runtime();",
    "onCancelCall(() => runtime.cancel());",
    "",
    ...listed.map(
      ({ definition: { schema } }) =>
        `export const ${schema.title} = createDynamicProvider(${lifecycleName(schema)}, { runtime });`,
    ),
    "",
  ].join("\n");
}

/** Formats the lifecycles of all resources, for the native plugin. */
export function formatLifecycles(listed: Listed[]): string {
  return [
    HEADER,
    'import type { Lifecycle } from "../contract/lifecycle.js";',
    ...listed.map((each) => lifecycleImport(each, "../services")),
    "",
    "/** All kinds of resources. */",
    "export const lifecycles: readonly Lifecycle[] = [",
    ...listed.map(({ definition: { schema } }) => `  ${lifecycleName(schema)},`),
    "];",
    "",
  ].join("\n");
}

/** Formats the functions that programs call, and their types. */
export function formatFunctionExports(functions: readonly ListedFunction[]): string {
  const exported = functions.map(({ name }) => `export * from "../functions/${name}.js";`);
  return [FUNCTION_HEADER, ...exported, ""].join("\n");
}

export function formatQueries(functions: readonly ListedFunction[]): string {
  const pathOf = ({ folder }: ListedFunction): string => `"../services/${folder}/query.js"`;
  return [
    FUNCTION_HEADER,
    'import type { ServiceQuery } from "../core/serviceQuery.js";',
    ...functions.map((each) => `import type * as ${each.folder} from ${pathOf(each)};`),
    "",
    "/** All functions by their names. A query is loaded when it is needed, because most programs call no function. */",
    "export const queries = {",
    ...functions.flatMap((each) => [
      `  ${each.name}: (): ServiceQuery<unknown> =>`,
      `    (require(${pathOf(each)}) as typeof ${each.folder}).${each.name}Query,`,
    ]),
    "};",
    "",
  ].join("\n");
}

function lifecycleImport({ folder, definition: { schema } }: Listed, services: string): string {
  return `import { ${lifecycleName(schema)} } from "${services}/${folder}/lifecycle.js";`;
}

function lifecycleName(schema: ResourceSchema): string {
  return `${getFileName(schema)}Lifecycle`;
}
