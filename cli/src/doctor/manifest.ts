/** Of the package that has the command. Required: imported, it would be outside the compiler's source folder. */
export const manifest = require("pulumi-analytics/package.json") as {
  readonly name: string;
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly peerDependencies: Readonly<Record<"@pulumi/pulumi" | "@pulumi/policy", string>>;
};
