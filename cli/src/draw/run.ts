import type { Context, Outcome } from "../command";
import type { Document } from "../documents/document";
import { chooseModels } from "../documents/platform-documents";
import { DocumentSet, parseAddresses } from "../documents/set";
import { chooseFormat, type DrawOptions, drawDocuments } from "../drawing";
import type { ProfileOptions } from "../platform/profile";

interface Options extends ProfileOptions, DrawOptions {}

/** Draws the documents that are named. */
export async function run(context: Context, addresses: readonly string[], options: Options): Promise<Outcome> {
  chooseFormat(options);
  return drawDocuments(context, await readDocuments(context, addresses, options), options);
}

/** What arguments name; of a folder of the platform, the data models if it has any. */
async function readDocuments(context: Context, texts: readonly string[], options: Options): Promise<Document[]> {
  const documents = new DocumentSet(context, options);
  const named = texts.length === 0 ? ["."] : texts;
  const addresses = parseAddresses(named, {
    origins: ["files", "commit", "state", "platform"],
    instead: "Name the whole document.",
  });
  const found = await Promise.all(addresses.map((address) => documents.read(address, undefined, chooseModels)));
  return found.flat();
}
