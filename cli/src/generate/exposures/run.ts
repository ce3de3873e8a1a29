import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { findManifest, readProject } from "pulumi-analytics-generate/dbt";
import { parseSpec } from "pulumi-analytics-internal/core/model";
import { isObject } from "pulumi-analytics-internal/core/model/json";
import { type Context, exitCodes, type Outcome, UsageError } from "../../command";
import { readInput, writeOutput } from "../../command/files";
import { listPulled } from "../../documents/pull-manifest";
import { DocumentSet, parseAddresses } from "../../documents/set";
import type { ProfileOptions } from "../../platform/profile";
import { usePlatform } from "../../platform/reading";
import { updateModel, writeModel } from "../../text";
import {
  createNodeFinder,
  dropExposures,
  type FindNode,
  type FoundExposure,
  findExposures,
  mergeExposures,
  nameExposures,
} from "./exposures";
import { findPlatformExposures, namePlatformExposures, type PlatformExposures } from "./platform";
import { formatTold, type Platform } from "./present";

interface Options extends ProfileOptions {
  readonly manifest: string;
  readonly out?: string;
  readonly owner: string;
  readonly live?: boolean;
  readonly check?: boolean;
  readonly dryRun?: boolean;
}

/** Writes the file of exposures. */
export async function run(context: Context, paths: readonly string[], options: Options): Promise<Outcome> {
  const { cwd, console } = context;
  const { out, owner } = options;
  if (out === undefined) throw new UsageError("Name the file to write: --out dbt/models/_analytics_exposures.yml.");
  const { nodes, sources } = readProject({ cwd, readText: readInput }, findManifest(cwd, options.manifest), undefined);
  const documents = new DocumentSet(context, options);
  const named = await Promise.all(parseAddresses(paths, accepted).map((address) => documents.read(address)));
  const readers = [...new Map(named.flat().map(({ file }) => [file!.file, file!])).values()];
  const findNode = createNodeFinder(nodes.values(), sources.values());
  const found = findExposures(readers, findNode);
  const platform = options.live ? await readPlatform(context, documents, options, findNode) : undefined;
  const isDryRun = Boolean(options.check || options.dryRun);
  const { text, fromPlatform, fromFiles } = buildText(cwd, { out, owner }, found, platform?.found);
  const file = writeOutput(cwd, out, text, { dryRun: isDryRun });
  const count = fromFiles.length + fromPlatform.length;
  const told = { found, platform, fromPlatform, file, count, isDryRun };
  return {
    ...formatTold(told, console),
    exit: options.check && file.action !== "unchanged" ? exitCodes.found : exitCodes.ok,
  };
}

/** What reads models of dbt on the platform alone is what --live adds. */
const accepted = {
  origins: ["files"],
  instead: "Name files or folders; --live adds what is on the platform.",
} as const;

async function readPlatform(
  context: Context,
  documents: DocumentSet,
  options: Options,
  findNode: FindNode,
): Promise<Platform> {
  const own = await listOwnIds(documents);
  return usePlatform(context, options, async (reader) => {
    const found = await findPlatformExposures(reader, own, findNode);
    return { found, unread: reader.unread, isWhole: reader.isWhole };
  });
}

/** The ids of what the project declares: in the state of its stack, and as it was pulled. */
async function listOwnIds(documents: DocumentSet): Promise<ReadonlySet<string>> {
  const resources = await documents.listResources(documents.cwd);
  return new Set([...listPulled(documents.cwd), ...resources].map(({ id }) => id));
}

/** The text of the file: the one that is there, changed in place. */
function buildText(
  cwd: string,
  { out, owner }: { out: string; owner: string },
  found: readonly FoundExposure[],
  platform: PlatformExposures | undefined,
) {
  const before = existsSync(resolve(cwd, out)) ? readInput(cwd, out) : undefined;
  const form = before === undefined ? {} : parseSpec(before, { file: out });
  if (!isObject(form)) throw new UsageError(`${out}: is no mapping, as files of dbt are. Name another file.`);
  const fromFiles = nameExposures(found, owner);
  const taken = fromFiles.map(({ name }) => name);
  const fromPlatform = namePlatformExposures(form, platform?.found ?? [], { owner, taken });
  const wanted = [...fromFiles, ...fromPlatform];
  const kept = dropExposures(form, wanted, platform?.isGone ?? (() => false));
  const merged = mergeExposures(kept, wanted);
  // In two steps: the editor recognizes exposures that stay as they are, then those at the same place.
  const text =
    before === undefined
      ? writeModel(merged)
      : updateModel(updateModel(before, kept, { file: out }), merged, { file: out });
  return { text, fromFiles, fromPlatform };
}
