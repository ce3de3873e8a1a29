/** Of this package; required, not imported, since it lies outside the compiler's source folder. */
export const manifest = require("../../../package.json") as {
  readonly name: string;
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly peerDependencies: Readonly<Record<"@pulumi/pulumi" | "@pulumi/policy", string>>;
};
