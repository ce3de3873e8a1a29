import type { Context } from "../command";
import { writeFiles } from "../command/files";
import { getText } from "../documents/read-files";
import { type DocumentSet, formPlatformAddress } from "../documents/set";
import { diffLines } from "../text/line-diff";
import { resolveId, type UpdateTarget } from "./targets";
import { findKnownModel } from "./update-model";
import type { UpdateOptions, UpdateReport } from "./update-report";
import { findKnownWorkbook } from "./update-workbook";

/**
 * Brings what was changed on the platform into a user's files. Of a version that is named, they get all.
 *
 * @throws UsageError for what is no document, and for one that nothing says which document of the platform it is.
 */
export async function update(
  context: Context,
  documents: DocumentSet,
  target: UpdateTarget,
  options: UpdateOptions,
): Promise<UpdateReport> {
  const { cwd, console } = context;
  const { dryRun = false } = options;
  const document = await documents.readOne({ from: "files", by: "path", value: target.file });
  const { type } = document;
  const file = document.file!;
  const from = target.from && (await resolveId(documents, target.from, type));
  const known = await (type === "data model" ? findKnownModel : findKnownWorkbook)(documents, document, from?.value);
  const profile = options.profile ?? from?.profile ?? known.profile;
  const id = known.id ?? (await known.findId(await documents.getClient(profile)));
  const version = from?.version;
  const address = formPlatformAddress(id, { profile, version });
  const server = await console.showProgress(`Reading the ${type}`, 1, () => documents.readOne(address, [type]));
  const { form, remember, ...merge } = await known.merge(server, version !== undefined);
  const edits = merge.changes.length === 0 ? [] : document.edit(cwd, form);
  writeFiles(cwd, edits, { dryRun });
  if (!dryRun) remember?.(edits[0]?.after ?? getText(file));
  const diff = edits.flatMap(({ path, before = "", after = "" }) => [
    ...(file.folder === undefined ? [] : [`  ${path}`]),
    ...diffLines(before, after),
  ]);
  return {
    ...{ file: file.file, what: type, model: id, title: server.name, version: server.stored!.documentVersion },
    ...{ dryRun, diff, ...merge },
  };
}
