import { type Context, type Outcome, UsageError } from "../command";
import { DocumentSet, parseCommit } from "../documents/set";
import { readPlatform } from "../platform/reading";
import { describeSandbox, type Sandbox } from "../report/sandbox";
import { type Chosen, chooseDocuments } from "./documents";
import { listSandboxed } from "./folder";
import { takePictures } from "./pictures";
import { writeProgram } from "./program";
import { Sandboxes, type SandboxOptions } from "./stack";

interface Options extends SandboxOptions {
  readonly pr: string;
  readonly against?: string;
  readonly pictures?: string;
}

/** Creates or updates the sandbox of a pull request. */
export async function run(context: Context, _: readonly string[], options: Options): Promise<Outcome> {
  const { pr, against = "git:main", profile } = options;
  requireNumber(pr);
  const ref = parseCommit(against);
  const { console, cwd } = context;
  const sandbox = await Sandboxes.use(context, options, async (sandboxes): Promise<Sandbox> => {
    const documents = new DocumentSet(context, options);
    const ignored = await listSandboxed(sandboxes.client);
    const chosen = await readPlatform(sandboxes.client, { console, folder: cwd }, (reader) =>
      chooseDocuments(documents, reader, { ref, profile, ignored }),
    );
    if (chosen.documents.length === 0) {
      for (const one of await sandboxes.list())
        if (one.pr === pr && one.stack !== undefined) await sandboxes.delete(one);
      return { pr, against, documents: [], pictures: [], notes: [...chosen.notes] };
    }
    const { findValue } = chosen;
    const outputs = await sandboxes.update(pr, (folder) => writeProgram(chosen.documents, { folder, findValue }));
    const made = listDocuments(chosen, outputs);
    const drawn =
      options.pictures === undefined
        ? { pictures: [], notes: [] }
        : await takePictures(context, sandboxes.client, options.pictures, made);
    return { pr, against, documents: made, ...drawn, notes: [...chosen.notes, ...drawn.notes] };
  });
  return { json: sandbox, text: describeSandbox(sandbox) };
}

function listDocuments({ documents }: Chosen, outputs: Readonly<Record<string, unknown>>): Sandbox["documents"] {
  return documents.map(({ resource, title: name, type, file, reason, id: before, productionUrl }) => {
    const { id, url } = outputs[resource] as { id: string; url: string };
    const production = productionUrl === undefined ? null : { id: before, url: productionUrl };
    return { name, type, ...(file === undefined ? {} : { file }), reason, id, url, production };
  });
}

/** Stacks and marks have it in their names. @throws UsageError */
export function requireNumber(pr: string): void {
  if (!/^[1-9]\d{0,9}$/.test(pr))
    throw new UsageError(`--pr ${pr}: write the number of the pull request, such as 123.`);
}
