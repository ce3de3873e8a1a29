/** Addresses of documents in a path of the API. */
import { UsageError } from "../command";
import { formatAddress } from "../documents/address";
import type { DocumentType } from "../documents/read-files";
import { chooseProfile, type DocumentSet, parseAddresses } from "../documents/set";
import type { ProfileOptions } from "../platform/profile";

/** The path before its query, whose braces are JSON; an address in it. */
const [beforeQuery, pattern] = [/^[^?]*/, /\{([^{}]*)\}/g];

/** What the paths of an area are about. */
const types: Readonly<Record<string, DocumentType>> = {
  dataModels: "data model",
  workbooks: "workbook",
  reports: "report",
};

const accepted = {
  origins: ["platform"],
  instead: "Name a document of the platform, such as {live:Acme/Weekly}.",
} as const;

/** The documents of the platform that a path names in braces. */
const parseNamed = (path: string) =>
  parseAddresses(
    [...beforeQuery.exec(path)![0].matchAll(pattern)].map(([, text = ""]) => text),
    accepted,
  );

/** The options with the profile that a path names. @throws UsageError for two of them. */
export const chooseNamedProfile = <Options extends ProfileOptions>(path: string, options: Options): Options =>
  chooseProfile(parseNamed(path), options);

/**
 * A path with the ids of the documents that it names in braces.
 *
 * @throws UsageError for an address that names no document, or several.
 * @example await fillIds("workbooks/{live:Acme/Weekly}/schema", documents) // "workbooks/4a3f0c6e-…/schema"
 */
export async function fillIds(path: string, documents: DocumentSet): Promise<string> {
  const [area = ""] = path.replace(/^\/?(v2\/)?/, "").split("/");
  const type = types[area];
  const ids: string[] = [];
  for (const address of parseNamed(path)) {
    if (address.version !== undefined) {
      throw new UsageError(`{${formatAddress(address)}}: names a version. Leave it out: --field names it.`);
    }
    const found = address.by === "id" ? address.value : (await documents.findOne(address, type && [type])).id;
    ids.push(found);
  }
  return path.replace(beforeQuery, (before) => before.replace(pattern, () => ids.shift() ?? ""));
}
