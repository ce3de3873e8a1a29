import { resolve } from "node:path";
import { type JsonObject, listPlaceholderNames } from "pulumi-analytics-internal/core/model";
import { readNoun } from "pulumi-analytics-internal/core/workbook";
import { type Context, UsageError } from "../command";
import { formatPath } from "../command/files";
import type { ProfileOptions } from "../platform/profile";
import { dropExtension } from "./find-files";
import { findPulledFolder } from "./pull-manifest";
import type { DocumentFile } from "./read-files";
import { findWorkbookInState, readWorkbookBase, type WorkbookBase } from "./states";

/** What is known of the files of a workbook or report before the platform is asked. */
export interface KnownWorkbookFiles {
  readonly id: string | undefined;
  readonly profile: string | undefined;
  readonly refs: Readonly<Record<string, unknown>>;
  readonly base: WorkbookBase | undefined;
  readonly ignorePaths: readonly string[] | undefined;
}

/**
 * From the manifest of the folder the files are in, and from the state of their project's stack.
 *
 * @param options `id`: that of the document on the platform, where the user names it.
 * @throws UsageError for a document with a secret, and for names without a value.
 */
export async function findKnownFiles(
  context: Context,
  file: DocumentFile,
  { id: wanted, stack }: Pick<ProfileOptions, "stack"> & { readonly id?: string | undefined },
): Promise<KnownWorkbookFiles> {
  const path = resolve(context.cwd, file.path);
  const noun = readNoun(file.form as JsonObject);
  const pulled = findPulled(path);
  const id = wanted ?? pulled?.id;
  const found = await findWorkbookInState({ file: path, stack, ...(id === undefined ? {} : { id }) }, context.env);
  if (found?.inputs.confidential) {
    throw new UsageError(`${file.path}: this ${noun} contains a secret, so the command doesn't write or show it.`);
  }
  const refs = { ...found?.inputs.refs, ...pulled?.refs };
  const open = listPlaceholderNames(file.form).filter((name) => refs[name] === undefined);
  if (open.length > 0) {
    throw new UsageError(
      `${file.path}: no value for ${open.map((name) => `\`${name}\``).join(" and ")}. The ${noun} is not in a ` +
        "pulled folder, and not in the stack's state. Run `pulumi up` once, or add --stack.",
    );
  }
  return {
    id: id ?? found?.id,
    profile: found?.inputs.profile,
    refs,
    base: found && readWorkbookBase(found),
    ignorePaths: found?.inputs.ignorePaths,
  };
}

function findPulled(path: string): { id: string; refs: Readonly<Record<string, string>> } | undefined {
  const pulled = findPulledFolder(path);
  if (pulled === undefined) return undefined;
  const { folder, manifest } = pulled;
  const own = dropExtension(formatPath(folder.folder, path));
  const all = Object.entries({ ...manifest.workbooks, ...manifest.reports });
  const found = all.find(([, { file }]) => dropExtension(file) === own);
  return found && { id: found[0], refs: found[1].refs };
}
