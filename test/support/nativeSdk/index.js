/**
 * What a generated SDK has, as far as programs of tests need it: the names of this package, for the native plugin. In a
 * sandbox it stands in the place of `pulumi-vendorcloud`, so that one program runs over both protocols.
 */
const pulumi = require("@pulumi/pulumi");
const { lifecycles } = require("../../../dist/provider/resources.js");

for (const { schema } of lifecycles) {
  const { title, properties } = schema;
  const outputs = Object.fromEntries(Object.keys(properties).map((name) => [name, undefined]));
  exports[title] = class extends pulumi.CustomResource {
    constructor(name, args, options) {
      const aliases = [{ type: `pulumi-nodejs:dynamic/vendorcloud:${title}` }];
      super(
        `vendorcloud:index:${title}`,
        name,
        { ...outputs, ...args },
        pulumi.mergeOptions(options, { aliases }),
      );
    }
  };
}

exports.Provider = class extends pulumi.ProviderResource {
  constructor(name, args, options) {
    super("vendorcloud", name, args, options);
  }
};
