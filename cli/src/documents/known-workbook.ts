import { resolve } from "node:path";
import { listPlaceholderNames } from "pulumi-analytics-internal/core/model";
import { UsageError } from "../command";
import type { Document } from "./document";
import { dropExtension } from "./names";
import { listPulled } from "./pull-manifest";
import type { DocumentSet } from "./set";
import { readWorkbookBase, type WorkbookBase } from "./workbook";

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
 * @param wanted the id of the document on the platform, where the user names it.
 * @throws UsageError for a document with a secret, and for names without a value.
 */
export async function findKnownFiles(
  documents: DocumentSet,
  document: Document,
  wanted?: string,
): Promise<KnownWorkbookFiles> {
  const { type, file } = document;
  const { file: name, form } = file!;
  const path = resolve(documents.cwd, name);
  const pulled = listPulled(path).find((one) => dropExtension(one.file) === dropExtension(path));
  const id = wanted ?? pulled?.id;
  const found = await documents.findResource(document, id);
  if (found?.isConfidential) {
    throw new UsageError(`${name}: this ${type} contains a secret, so the command doesn't write or show it.`);
  }
  const refs = { ...found?.refs, ...pulled?.refs };
  const open = listPlaceholderNames(form).filter((one) => refs[one] === undefined);
  if (open.length > 0) {
    throw new UsageError(
      `${name}: no value for ${open.map((one) => `\`${one}\``).join(" and ")}. The ${type} is not in a ` +
        "pulled folder, and not in the stack's state. Run `pulumi up` once, or add --stack.",
    );
  }
  return {
    id: id ?? found?.id,
    profile: found?.profile,
    refs,
    base: found && readWorkbookBase(found),
    ignorePaths: found?.ignorePaths,
  };
}
