// `node --require tools/quickStart.cjs …`: starts programs and hosts of dynamic resources sooner. Pulumi's SDK loads packages in every
// process, which take two thirds of the time until either begins, and which few of those that tests start ever use: here they
// are loaded when they are used.
const { existsSync, readFileSync } = require("node:fs");
const Module = require("node:module");

const modules = /** @type {{ _load(request: string, ...rest: unknown[]): any }} */ (
  /** @type {unknown} */ (Module)
);
const load = modules._load;

/** @type {Record<string, (real: () => any) => unknown>} */
const late = {
  typescript: toNamespace,
  "@npmcli/arborist": toImported,
  "normalize-package-data": toImported,
};

modules._load = function (/** @type {string} */ request, /** @type {unknown[]} */ ...rest) {
  const real = () => load.call(this, request, ...rest);
  return Object.hasOwn(late, request) && isOfSdk(rest[0]) ? late[request]?.(real) : real();
};

/** @param {unknown} importer other packages use what they import in other ways, as npm does */
function isOfSdk(importer) {
  const { filename } = /** @type {{ filename?: unknown }} */ (importer ?? {});
  return typeof filename === "string" && /[\\/]@pulumi[\\/]pulumi[\\/]/.test(filename);
}

/** @param {() => any} real a module whose names may be listed */
function toNamespace(real) {
  return new Proxy(
    {},
    {
      get: (_, name) => real()[name],
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

/** @param {() => any} real a module that compiled code imports, which first asks what kind of module it is */
function toImported(real) {
  return new Proxy(
    {},
    {
      get: (_, name) => (name === "__esModule" ? true : name === "default" ? real() : real()[name]),
    },
  );
}

// The language host of a CLI that is built (3.66) has the SDK load the TypeScript loader although the project says that it needs none.
if (process.env.PULUMI_NODEJS_TYPESCRIPT === "true" && isPlainJavaScript("Pulumi.yaml")) {
  delete process.env.PULUMI_NODEJS_TYPESCRIPT;
}

/** @param {string} project */
function isPlainJavaScript(project) {
  return existsSync(project) && /\btypescript: false\b/.test(readFileSync(project, "utf8"));
}
