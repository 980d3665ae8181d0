/**
 * The addresses, the Go module and the Java package are placeholders until the project has a repository: nobody can register
 * a name that ends in `.example`.
 */
const HOME = "https://vendorcloud.example/pulumi-vendorcloud";

export const publication = {
  publisher: "Vendor Cloud",
  homepage: HOME,
  repository: `${HOME}.git`,
  logoUrl: `${HOME}/logo.png`,
  /** The engine downloads the plugin's archive from this address, in the version of the SDK. */
  pluginDownloadURL: `${HOME}/releases`,
};

export const languages = {
  nodejs: { packageName: "pulumi-vendorcloud-native", dependencies: { "@pulumi/pulumi": "^3.216.0" } },
  python: {
    packageName: "pulumi_vendorcloud",
    pyproject: { enabled: true },
    requires: { pulumi: ">=3.165.0,<4.0.0" },
  },
  go: {
    importBasePath: "vendorcloud.example/pulumi-vendorcloud/sdk/go/vendorcloud",
    modulePath: "vendorcloud.example/pulumi-vendorcloud/sdk/go",
    generateResourceContainerTypes: true,
  },
  csharp: {
    rootNamespace: "VendorCloud",
    namespaces: { vendorcloud: "Resources" },
    packageReferences: { Pulumi: "3.*" },
  },
  java: {
    basePackage: "example.pulumi",
    buildFiles: "gradle",
    dependencies: { "com.pulumi:pulumi": "1.16.0" },
  },
};

export const README = `Pulumi resources for a cloud vendor's container groups, business records, stops of ERP instances, and an app service.

The first \`pulumi up\` downloads the plugin in the version of this package. Configuration, resources and functions are
described at ${HOME}.
`;
