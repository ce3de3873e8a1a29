import { InvalidIdError, isAboutOneThing } from "pulumi-analytics-internal/core/api";
import { SpecSyntaxError } from "pulumi-analytics-internal/core/model";
import { getOwnValue } from "pulumi-analytics-internal/core/text";
import { type CodedNoun, dropBaseGroupings } from "pulumi-analytics-internal/core/workbook";
import { UsageError } from "../command";
import type { FileWriter } from "../command/files";
import { dropExtension, findBeside } from "../documents/names";
import { getPulled } from "../documents/pull-manifest";
import { formPlatformAddress } from "../documents/set";
import type { NamedCoded } from "../platform/documents";
import { Names } from "../text/names";
import { applyMerge, bring, create, describeMerge, type FolderPull, readLastChange, readOwn } from "./bring";
import type { FileOutcome } from "./outcome";

/** Brings the folders of workbooks and reports up to date. What can't be read or understood stops no other. */
export async function pullWorkbooks(
  pull: FolderPull,
  documents: readonly NamedCoded[],
  step: () => void,
): Promise<FileOutcome[]> {
  const outcomes: FileOutcome[] = [];
  for (const document of documents) {
    outcomes.push(await pullWorkbook(pull, document));
    pull.written();
    step();
  }
  return outcomes;
}

async function pullWorkbook(pull: FolderPull, document: NamedCoded): Promise<FileOutcome> {
  const { documents, manifest, folder } = pull;
  const { type, id, name: title } = document;
  const given = getOwnValue(getPulled(manifest, type), id)?.file ?? `${type}s/${nameWorkbook(pull, document)}`;
  const own = findOwn(folder, type, given);
  const told = { type, id, title, file: own ?? given };
  try {
    const received = await documents.readOne(formPlatformAddress(id, { profile: manifest.profile }), [type]);
    if (own === undefined) {
      create(pull, dropBaseGroupings(received.contents), { file: given, received });
      return { ...told, action: "created", ...readLastChange(received) };
    }
    const brought = bring(await readOwn(pull, own, received), pull);
    return { ...told, ...describeMerge(brought, applyMerge(pull, brought, { dryRun: folder.isDryRun })) };
  } catch (error) {
    const isUnreadable = error instanceof UsageError || error instanceof SpecSyntaxError;
    if (!isAboutOneThing(error) && !isUnreadable && !(error instanceof InvalidIdError)) throw error;
    return { ...told, action: "failed", why: error.message };
  }
}

function nameWorkbook({ manifest }: FolderPull, { type, id: given, name, path }: NamedCoded): string {
  const known = Object.entries(getPulled(manifest, type)).map(([id, pulled]) => [id, pulled.name]);
  return new Names(Object.fromEntries(known)).give(given, [name, `${path.split("/").at(-1)} ${name}`]);
}

/** The folder or file of a workbook or report, whichever is there: people make one of the other. */
function findOwn(folder: FileWriter, noun: CodedNoun, given: string): string | undefined {
  const base = dropExtension(given);
  return folder.read(`${base}/${noun}.yaml`) === undefined ? findBeside(folder.folder, base)[0] : base;
}
