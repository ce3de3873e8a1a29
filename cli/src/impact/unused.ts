import { Graph } from "pulumi-analytics-internal/core/graph";
import { listModels } from "pulumi-analytics-internal/core/impact";
import { type Context, exitCodes, type Outcome, UsageError } from "../command";
import { matchDocuments } from "../documents/match-documents";
import { DocumentSet } from "../documents/set";
import { readSides } from "../documents/sides";
import type { ProfileOptions } from "../platform/profile";
import { usePlatform } from "../platform/reading";
import { askNamed, findNamedModels, listNamedFiles } from "./named";
import { describeUnused } from "./present";
import type { AskedAddress } from "./question";

/** Where to look, and whether what is found is a failure. */
interface UnusedOptions extends ProfileOptions {
  readonly check?: boolean;
}

/**
 * `impact --unused`: what of data models no document reads.
 *
 * @param addresses the models; none: all.
 * @throws UsageError for a model that the platform doesn't have.
 */
export async function findUnused(
  context: Context,
  options: UnusedOptions,
  addresses: readonly AskedAddress[],
): Promise<Outcome> {
  const { cwd } = context;
  const documents = new DocumentSet(context, options);
  const named = await findNamedModels(documents, addresses);
  const project =
    named.length === 0
      ? { files: [] }
      : await readSides(documents, { against: undefined, more: listNamedFiles(named) });
  return usePlatform(context, options, async (reader, client) => {
    const own = (await matchDocuments(documents, project, reader.documents)).documents;
    const questions = await askNamed(cwd, named, own, { reader, client });
    const asked = questions.map(({ text, model }) => {
      const found = reader.documents.find(({ id }) => id === model?.id);
      if (found !== undefined) return found;
      throw new UsageError(`${text}: the platform doesn't have this data model. Run \`pulumi up\` first.`);
    });
    const sources = await reader.readSources();
    const read = await reader.readUses(reader.documents, sources);
    const models = new Set(asked.length > 0 ? asked : listModels(reader));
    const all = new Graph(read).listUnused(({ document: { id } }) => id);
    const parts = all.flatMap(({ document: { document: model }, part: { element, name, label, is } }) =>
      models.has(model) ? [{ model, element, name, label, is }] : [],
    );
    const partial = read.filter(({ isPartial }) => isPartial).map(({ document }) => document.name);
    const unread = reader.unread.map(({ document: { id, name, type }, why }) => ({ id, name, type, why }));
    const notes = [
      ...unread.map(({ name, type, why }) => `Couldn't be read: ${name} (${type}): ${why.split("\n")[0]}`),
      ...(partial.length === 0 ? [] : [`Only the columns could be read of: ${partial.join(", ")}`]),
    ];
    return {
      json: {
        unused: parts.map(({ model, ...part }) => ({ dataModelId: model.id, model: model.name, ...part })),
        unreadable: unread,
        partial,
      },
      text: [...describeUnused(parts), { lines: notes }],
      exit: options.check && parts.length > 0 ? exitCodes.found : exitCodes.ok,
    };
  });
}
