import { type Context, type Outcome, UsageError } from "../command";
import { DocumentSet, parseCommit } from "../documents/set";
import { readPlatform } from "../platform/reading";
import { describePlace, type Place } from "../report/preview";
import { type Chosen, chooseDocuments } from "./documents";
import { listPreviewed } from "./folder";
import { takePictures } from "./pictures";
import { writeProgram } from "./program";
import { type PreviewOptions, Previews } from "./stack";

interface Options extends PreviewOptions {
  readonly pr: string;
  readonly against?: string;
  readonly pictures?: string;
}

/** Creates or updates the place of a pull request. */
export async function run(context: Context, _: readonly string[], options: Options): Promise<Outcome> {
  const { pr, against = "git:main", profile } = options;
  requireNumber(pr);
  const ref = parseCommit(against);
  const { console, cwd } = context;
  const place = await Previews.use(context, options, async (previews): Promise<Place> => {
    const documents = new DocumentSet(context, options);
    const ignored = await listPreviewed(previews.client);
    const chosen = await readPlatform(previews.client, { console, folder: cwd }, (reader) =>
      chooseDocuments(documents, reader, { ref, profile, ignored }),
    );
    if (chosen.documents.length === 0) {
      for (const one of await previews.list()) if (one.pr === pr && one.stack !== undefined) await previews.delete(one);
      return { pr, against, documents: [], pictures: [], notes: [...chosen.notes] };
    }
    const { findValue } = chosen;
    const outputs = await previews.update(pr, (folder) => writeProgram(chosen.documents, { folder, findValue }));
    const made = listDocuments(chosen, outputs);
    const drawn =
      options.pictures === undefined
        ? { pictures: [], notes: [] }
        : await takePictures(context, previews.client, options.pictures, made);
    return { pr, against, documents: made, ...drawn, notes: [...chosen.notes, ...drawn.notes] };
  });
  return { json: place, text: describePlace(place) };
}

function listDocuments({ documents }: Chosen, outputs: Readonly<Record<string, unknown>>): Place["documents"] {
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
