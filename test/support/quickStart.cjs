// `node --require test/support/quickStart.cjs …` starts programs and hosts of dynamic resources faster. In every process,
// Pulumi's SDK loads packages that take two thirds of the start-up time and are rarely used in tests. This script loads them on
// first use.
const { existsSync, readFileSync } = require("node:fs");
const Module = require("node:module");

const modules = /** @type {{ _load(request: string, ...rest: unknown[]): any }} */ (
  /** @type {unknown} */ (Module)
);
const load = modules._load;

/** The SDK needs these only for some programs: TypeScript, closures, the Automation API, tracing, and versions. */
const late =
  /^(typescript|@npmcli\/arborist|normalize-package-data|fdir|\.\/automation|@opentelemetry\/.*|semver|js-yaml)$/;

/**
 * Modules that no test needs.
 *
 * - Lines of the SDK's own sources in a stack: reading its source maps takes longer than the rest of a short program.
 * - Tracing, which takes half of the time until a program begins.
 * - The debugger, which the SDK connects to in every program. Only errors of functions that cannot be serialized need it.
 *
 * @type {Record<string, () => unknown>}
 */
const standIns = {
  "source-map-support/register": () => ({}),
  "./tracing": () => ({ newSpan: () => ({ setAttribute() {}, addEvent() {}, end() {} }) }),
  "../../runtime/closure/v8Hooks": () => ({ isInitializedAsync: async () => undefined }),
};

modules._load = function (/** @type {string} */ request, /** @type {unknown[]} */ ...rest) {
  const real = () => load.call(this, request, ...rest);
  if (!isOfSdk(rest[0])) return real();
  const standIn = standIns[request];
  if (standIn) return standIn();
  return late.test(request) ? loadedWhenUsed(real) : real();
};

/** @param {unknown} importer other packages, such as npm, use their imports in other ways */
function isOfSdk(importer) {
  const { filename } = /** @type {{ filename?: unknown }} */ (importer ?? {});
  return typeof filename === "string" && /[\\/]@pulumi[\\/]pulumi[\\/]/.test(filename);
}

/**
 * @param {() => any} real returns a module; compiled code first reads its kind, and may list its names
 * @returns {unknown}
 */
function loadedWhenUsed(real) {
  return new Proxy(
    {},
    {
      get: (_, name) =>
        name === "__esModule" ? true : name === "default" ? defaultOf(real()) : real()[name],
      has: (_, name) => name in real(),
      ownKeys: () => Reflect.ownKeys(real()),
      // A proxy must report its own properties as configurable.
      getOwnPropertyDescriptor(_, name) {
        const descriptor = Reflect.getOwnPropertyDescriptor(real(), name);
        return descriptor && { ...descriptor, configurable: true };
      },
    },
  );
}

/** @param {any} real */
function defaultOf(real) {
  return real.__esModule ? real.default : real;
}

if (process.env.PULUMI_NODEJS_TYPESCRIPT === "true") {
  // With the language host of a CLI that is built (3.66), the SDK loads the TypeScript loader although the project needs none.
  const needsNone = isPlainJavaScript("Pulumi.yaml");
  // Without type checks, the loader of these tests replaces TypeScript and takes a fraction of its time.
  const needsNoTypes = process.env.PULUMI_NODEJS_TRANSPILE_ONLY === "true";
  if (needsNoTypes) Module._extensions[".ts"] = loadWithoutTypes;
  if (needsNone || needsNoTypes) delete process.env.PULUMI_NODEJS_TYPESCRIPT;
}

/**
 * @param {any} module
 * @param {string} file
 */
function loadWithoutTypes(module, file) {
  const { transformSync } = require("esbuild");
  const { code } = transformSync(readFileSync(file, "utf8"), {
    loader: "ts",
    format: "cjs",
    sourcefile: file,
  });
  module._compile(code, file);
}

/** @param {string} project */
function isPlainJavaScript(project) {
  return existsSync(project) && /\btypescript: false\b/.test(readFileSync(project, "utf8"));
}
