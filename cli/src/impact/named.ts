/** The data models that arguments name: first by files and states, then by what the platform lists. */
import { resolve } from "node:path";
import type { AnalyticsClient } from "pulumi-analytics-internal/core/api";
import type { PlatformReader } from "pulumi-analytics-internal/core/impact";
import { UsageError } from "../command";
import { formatAddress, type PlatformAddress } from "../documents/address";
import type { OwnDocument } from "../documents/match-documents";
import { PlatformDocuments } from "../documents/platform-documents";
import type { DocumentFile } from "../documents/read-files";
import { type DocumentSet, findPart } from "../documents/set";
import type { AskedAddress, Question } from "./question";

/** A data model that an argument names. */
export interface NamedModel {
  /** As the user wrote it, or what names it alone where that names several. */
  readonly text: string;
  /** Element, and column or metric. */
  readonly part: string | undefined;
  /** What is known without the platform: its file, or its id there. */
  readonly at: { readonly file: DocumentFile } | { readonly id: string } | { readonly address: PlatformAddress };
}

/**
 * Finds what arguments name among files and states.
 *
 * @throws UsageError for what isn't there.
 */
export async function findNamedModels(
  documents: DocumentSet,
  addresses: readonly AskedAddress[],
): Promise<NamedModel[]> {
  const found = await Promise.all(
    addresses.map(async (address): Promise<NamedModel[]> => {
      const text = formatAddress(address);
      const part = findPart(address);
      if (address.from === "files") {
        const file = documents.findInProject(address);
        if (file?.type === "data model") return [{ text, part, at: { file } }];
        const read = await documents.read(address, ["data model"]);
        return read.flatMap(({ address: own, file: its }) =>
          its === undefined ? [] : [{ text: read.length > 1 ? formatAddress(own) : text, part, at: { file: its } }],
        );
      }
      if (address.from === "state") {
        const resources = await documents.findResources(address);
        return resources.flatMap(({ id, type, names: [name = ""] }) =>
          type === "data model"
            ? [{ text: resources.length > 1 ? formatAddress({ ...address, name }) : text, part, at: { id } }]
            : [],
        );
      }
      // An id that a state has needs no platform.
      const isKnown =
        address.by === "id" &&
        (await documents.listResourcesAround(documents.readProject().files)).some(({ id }) => id === address.value);
      return [{ text, part, at: isKnown ? { id: address.value } : { address } }];
    }),
  );
  return found.flat();
}

/** The files of named models, which may be outside of the project. */
export const listNamedFiles = (named: readonly NamedModel[]) =>
  named.flatMap(({ at }) => ("file" in at ? [at.file] : []));

/** The platform, where it is asked. */
export interface AskedPlatform {
  readonly reader: PlatformReader;
  readonly client: AnalyticsClient;
}

/**
 * The questions about named data models; of a folder of the platform, one for each model in it.
 *
 * @param own the project's documents, with what they are on the platform.
 * @throws UsageError for what the platform doesn't have, and for what needs a platform where none is asked.
 */
export async function askNamed(
  cwd: string,
  named: readonly NamedModel[],
  own: readonly OwnDocument[],
  platform: AskedPlatform | undefined,
): Promise<Question[]> {
  const questions = await Promise.all(
    named.map(async ({ text, part, at }): Promise<Question[]> => {
      const form = (id: string, called = text): Question => ({ text: called, model: { id }, part });
      if ("id" in at) return [form(at.id)];
      if ("file" in at) {
        const place = resolve(cwd, at.file.file);
        return own.flatMap((one) => (resolve(cwd, one.file) === place ? [form(one.id)] : []));
      }
      if (platform === undefined) throw new UsageError(`${text}: is on the platform, which isn't asked. Name a file.`);
      const listed = new PlatformDocuments(platform.client, undefined, platform.reader.documents);
      if (part !== undefined) return [form((await listed.findOne(at.address, ["data model"])).id)];
      const { documents: found } = await listed.list(at.address, ["data model"]);
      return found.map((one) => form(one.id, found.length > 1 ? `${one.name} (${one.path})` : text));
    }),
  );
  return questions.flat();
}
