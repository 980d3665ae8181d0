// `node --require test/support/quickStart.cjs …`: starts programs and hosts of dynamic resources sooner. Pulumi's SDK loads packages in every
// process, which take two thirds of the time until either begins, and which few of those that tests start ever use: here they
// are loaded when they are used.
const { existsSync, readFileSync } = require("node:fs");
const Module = require("node:module");

const modules = /** @type {{ _load(request: string, ...rest: unknown[]): any }} */ (
  /** @type {unknown} */ (Module)
);
const load = modules._load;

/** What the SDK needs for some programs only: TypeScript, closures, the Automation API, tracing, and versions. */
const late =
  /^(typescript|@npmcli\/arborist|normalize-package-data|fdir|\.\/automation|@opentelemetry\/.*|semver|js-yaml)$/;

/**
 * What nothing here needs.
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

/** @param {unknown} importer other packages use what they import in other ways, as npm does */
function isOfSdk(importer) {
  const { filename } = /** @type {{ filename?: unknown }} */ (importer ?? {});
  return typeof filename === "string" && /[\\/]@pulumi[\\/]pulumi[\\/]/.test(filename);
}

/**
 * @param {() => any} real a module, which compiled code first asks what kind of module it is, and whose names may be listed
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
      // What a proxy says of a property of its own has to be configurable.
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
  // The language host of a CLI that is built (3.66) has the SDK load the TypeScript loader although the project says that it
  // needs none.
  const needsNone = isPlainJavaScript("Pulumi.yaml");
  // Types that are not checked need no TypeScript: what loads these tests takes a fraction of its time.
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
