import { type Context, type Outcome, UsageError } from "../command";
import { DocumentSet, parseCommit } from "../documents/set";
import type { ProfileOptions } from "../platform/profile";
import { readPlatform } from "../platform/reading";
import { describePlace, type Place } from "../report/preview";
import { type Chosen, chooseDocuments } from "./documents";
import { takePictures } from "./pictures";
import { writeProgram } from "./program";
import { Previews } from "./stack";

interface Options extends ProfileOptions {
  readonly pr: string;
  readonly against?: string;
  readonly in?: string;
  readonly pictures?: string;
}

/** Creates or updates the place of a pull request. */
export async function run(context: Context, _: readonly string[], options: Options): Promise<Outcome> {
  const { pr, against = "git:main", in: folder, profile } = options;
  requireNumber(pr);
  const ref = parseCommit(against);
  const { console, cwd } = context;
  const place = await Previews.use(context, options, async (previews): Promise<Place> => {
    const documents = new DocumentSet(context, options);
    const ignored = await previews.listContents();
    const chosen = await readPlatform(previews.client, { console, folder: cwd }, (reader) =>
      chooseDocuments(documents, reader, { ref, profile, ignored }),
    );
    if (chosen.documents.length === 0) {
      const found = (await previews.list()).find((one) => one.pr === pr);
      if (found !== undefined) await previews.delete(found);
      return { pr, against, documents: [], pictures: [], notes: [...chosen.notes] };
    }
    const { program, files } = writeProgram(chosen.documents, {
      folder: {
        name: `PR ${pr}`,
        description: previews.formMark(pr),
        ...(folder === undefined ? {} : { parent: folder }),
      },
      findValue: chosen.findValue,
    });
    const outputs = await previews.update(pr, program, files);
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
