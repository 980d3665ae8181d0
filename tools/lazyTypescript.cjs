// `node --require tools/lazyTypescript.cjs …`: loads TypeScript when it is used. Pulumi's SDK loads it in every process, which takes
// a third of the time until a program or the host of dynamic resources begins; few of those that tests start ever use it.
const Module = require("node:module");

const modules = /** @type {{ _load(request: string, ...rest: unknown[]): any }} */ (
  /** @type {unknown} */ (Module)
);
const load = modules._load;

modules._load = function (/** @type {string} */ request, /** @type {unknown[]} */ ...rest) {
  if (request !== "typescript") return load.call(this, request, ...rest);
  const real = () => load.call(this, request, ...rest);
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
};
