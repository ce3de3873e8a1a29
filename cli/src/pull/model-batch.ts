import {
  assignReadableIds,
  type IdentityMap,
  listPlaceholderNames,
  type PlatformSpec,
  type SpecChange,
  toLocalIds,
} from "pulumi-analytics-internal/core/model";
import { assignFirstIds, isRecognised } from "pulumi-analytics-internal/core/model/identity";
import { describeUnexpected } from "../command/failure";
import type { Document } from "../documents/document";
import type { PulledFolder, PulledModel } from "../documents/pull-manifest";
import type { DocumentSet } from "../documents/set";
import { writeModel } from "../text";
import {
  applyMerge,
  type Brought,
  bring,
  create,
  describeMerge,
  listFiles,
  type OwnFiles,
  type Preference,
  readLastChange,
} from "./bring";
import { formatHeader } from "./layout";
import type { ListedModel } from "./organization";
import { findRefusal } from "./program";
import type { Kept } from "./remember";

/** What became of a model's file. */
export interface ModelOutcome {
  readonly id: string;
  /** Its name on the platform. */
  readonly title: string;
  /** From the output folder. */
  readonly file: string;
  /**
   * `edited`: somebody has changed the file, nobody the platform. `conflict`: both were changed, or there is a file
   * that no pull has written. `failed`: the model or its file can't be read. The file is left as it is then.
   */
  readonly action: "created" | "updated" | "unchanged" | "edited" | "conflict" | "failed";
  /** Where the file is moved to, after all else. */
  readonly movedTo?: string;
  /** From the file to the platform. */
  readonly changes?: readonly SpecChange[];
  /** Of a conflict: what both changed, from the file's value to the platform's. */
  readonly contested?: readonly SpecChange[];
  /** What changed beside the contents: name, folder and description, which the program declares. */
  readonly about?: readonly SpecChange[];
  /** Of an updated file: it has changes that the platform lacks. */
  readonly hasOwnEdits?: boolean;
  /** What couldn't be told apart. */
  readonly remarks?: readonly string[];
  readonly why?: string;
  /** Of an update: the files that were written, from the working directory. */
  readonly files?: readonly string[];
  /** Who changed the document last; in a report, by name. */
  readonly updatedBy?: string;
  readonly updatedAt?: string;
}

/** What a pull of models works with. The manifest is kept up to date with what is written, model by model. */
export interface ModelsPull extends PulledFolder, Required<Kept>, Preference {
  readonly documents: DocumentSet;
  /** The names of the models, pulled or not. */
  readonly nameOf: (model: ListedModel) => string;
  /** Called after files were written. */
  readonly written: () => void;
}

/** A model as the platform has it now, and what is known of it here. */
export interface ReadModel {
  readonly model: ListedModel;
  readonly received: Document;
  readonly contents: PlatformSpec;
  /** Where it is, or is to be. */
  readonly file: string;
  readonly pulled: PulledModel | undefined;
  /** Undefined where there is no file, and where it can't be read. */
  readonly own?: OwnFiles;
  readonly unreadable?: Error;
}

export const toTitled = ({ id, title }: ListedModel, file: string) => ({ id, title, file });

/** A model whose ids are known. */
interface KnownModel extends ReadModel {
  readonly ids: IdentityMap;
  readonly brought?: Brought;
}

/** Models that are written together, since they may refer to each other. */
export class ModelBatch {
  private readonly outcomes = new Map<string, ModelOutcome>();
  private readonly identified = new Map<string, KnownModel | undefined>();

  constructor(
    private readonly pull: ModelsPull,
    private readonly models: readonly ReadModel[],
  ) {}

  write(): ModelOutcome[] {
    for (const model of this.models) this.identify(model);
    for (const { model, pulled } of this.models) {
      const known = this.identified.get(model.id);
      if (known === undefined) continue;
      const outcome = this.attempt(known, () =>
        known.own && known.brought ? this.update(known, known.own, known.brought) : this.create(known),
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
        this.outcomes.set(id, { ...toTitled(known.model, known.file), ...describeMerge(brought, read.received) });
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
    const { contents, pulled, own, received, unreadable } = read;
    if (unreadable !== undefined) throw unreadable;
    if (own === undefined) {
      return { ...read, ids: pulled ? assignReadableIds(contents, pulled.ids) : assignFirstIds(contents) };
    }
    this.identifyNamed(own.document);
    const brought = bring(own, received, this.pull);
    return { ...read, ids: brought.ids!, brought };
  }

  /** Identifies the models of this batch that a file names. */
  private identifyNamed({ contents }: Document): void {
    const names = new Set(listPlaceholderNames(contents).map((name) => name.split("#", 1)[0]));
    for (const other of this.models) {
      if (names.has(other.pulled?.name ?? this.pull.nameOf(other.model))) this.identify(other);
    }
  }

  /** The file of a model that has none. */
  private create(known: KnownModel): ModelOutcome {
    const { model, contents, ids, file } = known;
    const { received } = known;
    create(this.pull, toLocalIds(contents, ids), { file, received, ids, listed: model.version }, (form) => ({
      form,
      refs: {},
      texts: new Map([[file, `${formatHeader(this.pull.folder.folder, file)}${writeModel(form)}`]]),
    }));
    return { ...toTitled(model, file), action: "created", ...readLastChange(received) };
  }

  /** What has changed on the platform, brought into a file, unless both changed the same. */
  private update(known: KnownModel, own: OwnFiles, brought: Brought): ModelOutcome {
    const { received, model } = known;
    const { documents, folder } = this.pull;
    const how = { dryRun: folder.isDryRun, listed: model.version };
    const edits = applyMerge(documents, this.pull, own, received, brought, how);
    return { ...toTitled(known.model, known.file), ...describeMerge(brought, received), ...listFiles(edits) };
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
