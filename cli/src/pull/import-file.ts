import { basename } from "node:path";
import { escapeLine, formatCount, quoteArgument } from "pulumi-analytics-internal/core/text";
import { type Context, exitCodes, type Outcome, UsageError } from "../command";
import { writeOutput } from "../command/files";
import type { PlatformAddress } from "../documents/address";
import type { DocumentSet } from "../documents/set";
import { formatJson } from "../project/program";
import { readKnownResources } from "./known-resources";
import { describeLeftOut } from "./program";
import { type PullOptions, pull } from "./pull";

/** `pull --import-file`: writes that file and nothing else, for programs in any language. */
export async function writeImportFile(
  context: Context,
  documents: DocumentSet,
  { path, addresses }: { readonly path: string; readonly addresses: readonly PlatformAddress[] },
  options: PullOptions,
): Promise<Outcome> {
  if (basename(path) === "") throw new UsageError("--import-file: not the name of a file.");
  const pulled = await pull(context, documents, addresses, { ...options, import: true, dryRun: true, readers: false });
  const { leftOut, unreadable } = pulled;
  const known = new Set((await readKnownResources(documents, context.cwd)).map(({ id }) => id));
  const imported = pulled.imported.filter(({ id }) => !known.has(id));
  const others = pulled.elsewhere.length + pulled.imported.length - imported.length;
  const file = writeOutput(context.cwd, path, formatJson({ resources: imported }), options);
  const { color } = context.console;
  const words = options.dryRun
    ? { create: "would create", update: "would update" }
    : { create: "created", update: "updated" };
  const objects = formatCount(imported.length, "object");
  const text = [
    ...leftOut.map((left) => `${color.yellow("left out")} ${describeLeftOut(left)}`),
    ...unreadable.map(({ what, why }) => `${color.red("not read")} ${escapeLine(`${what}: ${why}`)}`),
    `${color.green(file.action === "unchanged" ? "unchanged" : words[file.action])} ${file.path}: ${objects}.`,
    ...(others > 0 ? [`The stack has ${formatCount(others, "object")} already: the file leaves them out.`] : []),
    `\`pulumi import --file ${quoteArgument(file.path)}\` imports them and writes nothing to ` +
      `the platform. Add the code that it ` +
      "prints to the program.",
  ];
  return {
    json: { importFile: file.path, resources: imported, leftOut, unreadable },
    text: text.join("\n"),
    exit: unreadable.length > 0 ? exitCodes.found : exitCodes.ok,
  };
}
