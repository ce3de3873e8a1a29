import { hasGo } from "pulumi-cli";
import { stalePython, writePython } from "./sdk";

// `sdk` writes the SDK for Python; `sdk --check` only says which files would change, and fails then.
async function main(): Promise<void> {
  if (process.argv.includes("--check")) {
    if (!(await hasGo())) return console.log("sdk/python: skipped, there is no Go.");
    const stale = await stalePython();
    if (stale.length === 0) return console.log("sdk/python: up to date.");
    console.error(`sdk/python is not up to date; run \`npm run sdk\`:\n${stale.join("\n")}`);
    process.exitCode = 1;
    return;
  }
  const changed = await writePython();
  console.log(`sdk/python: ${changed.length} files changed.`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
