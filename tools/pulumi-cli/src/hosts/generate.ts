import { spawn } from "node:child_process";
import { join } from "node:path";
import { buffer, text } from "node:stream/consumers";
import main from "../../go/codegen/main.go";
import goMod from "../../go/go.mod";
import goSum from "../../go/go.sum";
import { codegenTool } from "../codegen";
import { oneLine } from "../errors";
import { toStandardError } from "../source";
import { goTool } from "../tools";

/** A stand-in is two folders below the cache: in `<version>/bin`, or in a folder of `<version>-tools`. */
const VERSIONS = join(__dirname, "..", "..");

/** Answers a request as the official language host does: the serialized response to a serialized request. */
export async function generate(language: string, method: string, request: Uint8Array): Promise<Uint8Array> {
  const tool = codegenTool({ "go.mod": goMod, "go.sum": goSum, "codegen/main.go": main });
  const command = await goTool(tool, { versions: VERSIONS, log: toStandardError });
  const child = spawn(command, ["answer", language, method], { stdio: ["pipe", "pipe", "pipe"] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  // One that ends early reports why, and that it didn't read everything tells no more.
  child.stdin.on("error", () => {});
  child.stdin.end(request);
  const [code, response, errors] = await Promise.all([ended, buffer(child.stdout), text(child.stderr)]);
  if (code !== 0) throw new Error(oneLine(errors) || `codegen ended with ${code}`);
  return response;
}
