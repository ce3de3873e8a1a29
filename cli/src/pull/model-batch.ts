import {
  assignReadableIds,
  type IdentityMap,
  listPlaceholderNames,
  type PlatformSpec,
  toLocalIds,
} from "pulumi-analytics-internal/core/model";
import { assignFirstIds, isRecognised } from "pulumi-analytics-internal/core/model/identity";
import { splitRef } from "pulumi-analytics-internal/core/model/json";
import { describeUnexpected } from "../command/failure";
import type { Document } from "../documents/document";
import type { PulledModel } from "../documents/pull-manifest";
import {
  applyMerge,
  type Brought,
  bring,
  create,
  describeMerge,
  type FolderPull,
  type OwnFiles,
  readLastChange,
} from "./bring";
import type { ListedModel } from "./organization";
import type { FileOutcome } from "./outcome";
import { findRefusal } from "./program";

/** What a pull of models works with. */
export interface ModelsPull extends FolderPull {
  /** The names of the models, pulled or not. */
  readonly nameOf: (model: ListedModel) => string;
}

/** A model as the platform has it now, and what is known of it here. */
export interface ReadModel {
  readonly model: ListedModel;
  readonly received: Document;
  readonly contents: PlatformSpec;
  /** The ids of the models that it reads. */
  readonly uses: readonly string[];
  /** Where it is, or is to be. */
  readonly file: string;
  readonly pulled: PulledModel | undefined;
  /** Undefined where there is no file, and where it can't be read. */
  readonly own?: OwnFiles;
  readonly unreadable?: Error;
}

export const toTitled = ({ id, title }: ListedModel, file: string) =>
  ({ type: "data model", id, title, file }) as const;

/** A model whose ids are known. */
interface KnownModel extends ReadModel {
  readonly ids: IdentityMap;
  readonly brought?: Brought;
}

/** Models that are written together, since they may refer to each other. */
export class ModelBatch {
  private readonly outcomes = new Map<string, FileOutcome>();
  private readonly identified = new Map<string, KnownModel | undefined>();

  constructor(
    private readonly pull: ModelsPull,
    private readonly models: readonly ReadModel[],
  ) {}

  write(): FileOutcome[] {
    for (const model of this.models) this.identify(model);
    for (const { model, pulled } of this.models) {
      const known = this.identified.get(model.id);
      if (known === undefined) continue;
      const outcome = this.attempt(known, () =>
        known.brought ? this.update(known, known.brought) : this.create(known),
      );
      if (outcome !== undefined) this.outcomes.set(model.id, outcome);
      else if (pulled === undefined) delete this.pull.manifest.models[model.id];
    }
    return [...this.outcomes.values()];
  }

  /** Gives a model's parts their ids, after those of the models that its file names. */
  private identify(read: ReadModel): void {
    const { id } = read.model;
    if (this.identified.has(id)) return;
    this.identified.set(id, undefined);
    this.attempt(read, () => {
      const known = this.assignIdsTo(read);
      const { manifest, nameOf, references } = this.pull;
      const name = read.pulled?.name ?? nameOf(read.model);
      // What others call it, it stands for all the same.
      references.add({ id, name, ids: known.ids });
      const { brought } = known;
      if (read.pulled === undefined && brought?.action === "conflict") {
        this.outcomes.set(id, { ...toTitled(known.model, known.file), ...describeMerge(brought, []) });
        return;
      }
      this.identified.set(id, known);
      manifest.models[id] = {
        ...(read.pulled ?? { file: read.file, version: 0, listed: 0, hash: "" }),
        name,
        refs: Object.fromEntries(Object.entries(brought?.refs ?? {}).map(([one, value]) => [one, String(value)])),
        leftOut: explainLeftOut(known),
        ids: known.ids,
      };
    });
  }

  private assignIdsTo(read: ReadModel): KnownModel {
    const { contents, pulled, own, unreadable } = read;
    if (unreadable !== undefined) throw unreadable;
    if (own === undefined) {
      return { ...read, ids: pulled ? assignReadableIds(contents, pulled.ids) : assignFirstIds(contents) };
    }
    this.identifyNamed(own.document);
    const brought = bring(own, this.pull);
    return { ...read, ids: brought.ids!, brought };
  }

  /** Identifies the models of this batch that a file names. */
  private identifyNamed({ contents }: Document): void {
    const names = new Set(listPlaceholderNames(contents).map((name) => splitRef(name)[0]));
    for (const other of this.models) {
      if (names.has(other.pulled?.name ?? this.pull.nameOf(other.model))) this.identify(other);
    }
  }

  /** The file of a model that has none. */
  private create(known: KnownModel): FileOutcome {
    const { model, contents, ids, file, received } = known;
    create(this.pull, toLocalIds(contents, ids), { file, received, ids, listed: model.version });
    return { ...toTitled(model, file), action: "created", ...readLastChange(received) };
  }

  /** What has changed on the platform, brought into a file, unless both changed the same. */
  private update({ model, file }: KnownModel, brought: Brought): FileOutcome {
    const edits = applyMerge(this.pull, brought, { dryRun: this.pull.folder.isDryRun, listed: model.version });
    return { ...toTitled(model, file), ...describeMerge(brought, edits) };
  }

  /** One model that can't be understood stops no other. */
  private attempt<T>({ model, file }: ReadModel, work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      const why = describeUnexpected(error, this.pull.folder.folder);
      this.outcomes.set(model.id, { ...toTitled(model, file), action: "failed", why });
      return undefined;
    }
  }
}

/** Why the program can't declare a model; undefined when it can. */
function explainLeftOut({ model, contents, ids }: KnownModel): string | undefined {
  const spec = toLocalIds(contents, ids);
  if (!isRecognised(spec, contents)) return "some of its parts can't be distinguished.";
  const { id, title: name, folderId, description } = model;
  return findRefusal("DataModel", { name, folderId, description, spec: JSON.stringify(spec), adopt: { id } });
}
