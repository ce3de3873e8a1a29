import { join } from "node:path";

/**
 * The module in `go`: the CLI, and programs of our own. These are built together, as a language host runs the `codegen`
 * beside it.
 */
export const GO_MODULE = {
  directory: join(__dirname, "..", "go"),
  packages: ["./codegen", "./pulumi-language"],
} as const;
