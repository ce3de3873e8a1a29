import { type AnalyticsClient, ApiError, isAboutOneThing } from "pulumi-analytics-internal/core/api";
import { filterObjects, readKnownString } from "pulumi-analytics-internal/core/model/json";
import type { Context } from "../command";
import { writeOutput } from "../command/files";
import type { Sandbox } from "../report/sandbox";

/** Pages that are drawn, each before and after, and milliseconds that the platform may take for one. */
const most = { pages: 15, milliseconds: 60_000 };

/** Has the platform draw the pages of workbooks, in production and in the sandbox, into a folder. */
export async function takePictures(
  { cwd, console, signal }: Context,
  client: AnalyticsClient,
  folder: string,
  documents: Sandbox["documents"],
): Promise<Pick<Sandbox, "pictures" | "notes">> {
  const workbooks = documents.filter(({ type }) => type === "workbook");
  const pages = (await Promise.all(workbooks.map((one) => listPages(client, one)))).flat();
  const pictures: string[] = [];
  const notes = pages.length > most.pages ? [`${pages.length - most.pages} more pages have no pictures.`] : [];
  const draw = async (workbookId: string, pageId: string, path: string, called: string) => {
    try {
      const options = { timeoutMs: most.milliseconds, signal };
      writeOutput(cwd, path, await client.exports.readPicture(workbookId, pageId, options));
      pictures.push(path);
    } catch (error) {
      if (!isAboutOneThing(error) && !isTimeout(error)) throw error;
      notes.push(`${called}: ${error.message.split("\n")[0]}`);
    }
  };
  const drawn = pages.slice(0, most.pages);
  await console.showProgress("Drawing pages", drawn.length, async (step) => {
    for (const [index, { document, id, name }] of drawn.entries()) {
      const start = `${folder}/${index + 1} ${document.name} ${name}`.replaceAll(/[^\w/.-]+/g, "-");
      const called = `${document.name} › ${name}`;
      const { production } = document;
      await Promise.all([
        ...(production === null ? [] : [draw(production.id, id, `${start}-before.png`, `${called}, before`)]),
        draw(document.id, id, `${start}-after.png`, `${called}, after`),
      ]);
      step();
    }
  });
  return { pictures: pictures.sort(), notes };
}

async function listPages(client: AnalyticsClient, document: Sandbox["documents"][number]) {
  const contents = await client.workbookContents.readContents(document.id);
  return filterObjects(contents?.pages as never).flatMap(({ id, name }) => {
    const own = readKnownString(id);
    return own === undefined ? [] : [{ document, id: own, name: readKnownString(name) ?? own }];
  });
}

const isTimeout = (error: unknown): error is ApiError => error instanceof ApiError && error.code === "timeout";
