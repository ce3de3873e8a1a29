import { join } from "node:path";
import type { AnalyticsClient, DataModelRepresentation } from "pulumi-analytics-internal/core/api";
import {
  assignReadableIds,
  type IdentityMap,
  type Json,
  listPlaceholderNames,
  type PlatformSpec,
  type SpecChange,
  toLocalIds,
} from "pulumi-analytics-internal/core/model";
import { assignFirstIds, isRecognised } from "pulumi-analytics-internal/core/model/identity";
import { getOwnValue, quoteArgument } from "pulumi-analytics-internal/core/text";
import { UsageError } from "../command";
import { describeUnexpected } from "../command/failure";
import type { FileWriter } from "../command/files";
import { type MergeBase, type ModelMerge, mergeModel } from "../documents/merge-model";
import { hashText, type Manifest, type PulledModel } from "../documents/pull-manifest";
import { type DocumentFile, getText } from "../documents/read-files";
import { collectModels, insertNames, type References } from "../documents/references";
import type { DocumentSet } from "../documents/set";
import { updateModel, writeModel } from "../text";
import { formatHeader } from "./layout";
import { ModelGraph } from "./model-graph";
import type { ListedModel } from "./organization";
import { findRefusal } from "./program";

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
  /** What changed beside the contents: name, folder and description, which the program declares. */
  readonly about?: readonly SpecChange[];
  /** What couldn't be told apart. */
  readonly remarks?: readonly string[];
  readonly why?: string;
}

/** What a pull of models works with. */
export interface ModelsPull {
  readonly client: AnalyticsClient;
  readonly folder: FileWriter;
  readonly documents: DocumentSet;
  /** Kept up to date with what is written, model by model. */
  readonly manifest: Manifest;
  /** The names of the models, pulled or not. */
  readonly nameOf: (model: ListedModel) => string;
  readonly references: References;
  /** Models whose files are still there, but which the platform has no more. */
  readonly gone: ReadonlySet<string>;
  /** Called after files were written. */
  readonly written: () => void;
}

/** A model as the platform has it now, and what is known of it here. */
export interface ReadModel {
  readonly model: ListedModel;
  readonly server: DataModelRepresentation;
  readonly contents: PlatformSpec;
  readonly version: number;
  /** Where it is, or is to be. */
  readonly file: string;
  readonly known: PulledModel | undefined;
  /** The file's text; undefined when there is none. */
  readonly text: string | undefined;
  /** What the platform had when the file last agreed with it; read only where it matters. */
  readonly base: PlatformSpec | undefined;
  /** What the stack's state knows, where the stack wrote or read the model after the last pull. */
  readonly inState: { readonly base: MergeBase; readonly ignorePaths: readonly string[] } | undefined;
}

export const toTitled = ({ id, title }: ListedModel, file: string) => ({ id, title, file });

/** The user's file, compared with the platform. */
interface OwnFile {
  readonly read: DocumentFile;
  /** What its names stand for. */
  readonly refs: Record<string, string>;
  readonly comparison: ModelMerge;
  /** Whether the stack has applied the file, and the platform has all of it. */
  readonly isApplied: boolean;
}

/** A model whose ids are known. */
interface KnownModel extends ReadModel {
  readonly ids: IdentityMap;
  readonly own?: OwnFile;
}

/** What is to become of a file; without one, it stays as it is. */
interface Result {
  readonly outcome: ModelOutcome;
  readonly file?: { readonly form: Json; readonly text: string };
}

/** Models that are written together, since they may refer to each other. */
export class ModelBatch {
  private readonly outcomes = new Map<string, ModelOutcome>();
  private readonly identified = new Map<string, KnownModel | undefined>();
  private readonly graph: ModelGraph;

  constructor(
    private readonly pull: ModelsPull,
    private readonly models: readonly ReadModel[],
  ) {
    this.graph = new ModelGraph(pull.manifest, pull.references, pull.gone);
  }

  write(): ModelOutcome[] {
    for (const model of this.models) this.identify(model);
    for (const { model } of this.models) {
      const known = this.identified.get(model.id);
      if (known === undefined) continue;
      const result = this.attempt(known, () => (known.own ? this.update(known, known.own) : this.create(known)));
      if (result?.file !== undefined) this.save(known, result.file);
      if (result !== undefined) this.outcomes.set(model.id, result.outcome);
      else if (known.known === undefined) delete this.pull.manifest.models[model.id];
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
      if (known === undefined) return;
      this.identified.set(id, known);
      const { manifest, nameOf, references } = this.pull;
      const name = read.known?.name ?? nameOf(read.model);
      references.add({ id, name, ids: known.ids });
      manifest.models[id] = {
        ...(read.known ?? { file: read.file, version: read.version, listed: read.model.version, hash: "" }),
        name,
        refs: known.own?.refs ?? {},
        leftOut: explainLeftOut(known),
        ids: known.ids,
      };
    });
  }

  private assignIdsTo(read: ReadModel): KnownModel | undefined {
    const { model, contents, known, text, file, inState, version } = read;
    if (text === undefined)
      return { ...read, ids: known ? assignReadableIds(contents, known.ids) : assignFirstIds(contents) };
    const own = this.readOwn(file);
    const refs = this.mapValues(own, known);
    // Only of a file that the stack has applied does its state tell what the platform made of it.
    const { form } = own;
    const applied =
      inState && mergeModel({ form, refs, ignorePaths: inState.ignorePaths }, contents, inState.base, version);
    const isApplied = applied?.isThere === true;
    const comparison = isApplied ? applied : mergeModel({ form, refs }, contents, { ids: known?.ids });
    if (known === undefined && comparison.changes.length > 0) {
      // What others call it, it stands for all the same.
      this.pull.references.add({ id: model.id, name: this.pull.nameOf(model), ids: comparison.ids });
      this.outcomes.set(model.id, {
        ...toTitled(model, file),
        action: "conflict",
        changes: comparison.changes,
        why:
          `${own.file} exists, and was not written by a pull. Move it, or adopt it: pulumi-analytics pull ` +
          `${quoteArgument(own.file)} --from ${model.id}`,
      });
      return undefined;
    }
    return { ...read, ids: comparison.ids, own: { read: own, refs, comparison, isApplied } };
  }

  private readOwn(file: string): DocumentFile {
    const { documents, folder } = this.pull;
    return documents.readFile(join(folder.folder, file));
  }

  /** What the names of a file stand for. */
  private mapValues({ form, file }: DocumentFile, known: PulledModel | undefined): Record<string, string> {
    const { references, nameOf } = this.pull;
    const refs: Record<string, string> = {};
    for (const name of listPlaceholderNames(form)) {
      const [base] = name.split("#", 1);
      const other = this.models.find(({ model, known: before }) => (before?.name ?? nameOf(model)) === base);
      if (other !== undefined) this.identify(other);
      const value = references.getValue(name) ?? known?.refs[name];
      if (value === undefined) {
        throw new UsageError(
          `${file}: \`${name}\` has no value: no pulled connection or model has this name. If the program defines ` +
            `it, use the state of its stack: pulumi-analytics pull ${quoteArgument(file)}`,
        );
      }
      refs[name] = value;
    }
    return refs;
  }

  /** The file of a model that has none. */
  private create({ model, contents, ids, file }: KnownModel): Result {
    const form = insertNames(toLocalIds(contents, ids), this.pull.references, {
      mayRefer: this.graph.mayRefer(model.id),
    });
    return {
      outcome: { ...toTitled(model, file), action: "created" },
      file: { form, text: `${formatHeader(this.pull.folder.folder, file)}${writeModel(form)}` },
    };
  }

  /** What has changed on the platform, brought into a file, unless it was changed there too. */
  private update(known: KnownModel, { read, refs, comparison, isApplied }: OwnFile): Result {
    const { model, version, base } = known;
    const { changes, ambiguities: remarks } = comparison;
    const outcome = { ...toTitled(model, known.file), changes, ...(remarks.length > 0 && { remarks }) };
    if (changes.length === 0)
      return { outcome: { ...outcome, action: "unchanged" }, file: { form: read.form, text: getText(read) } };
    const before = known.known as PulledModel;
    const isEdited = !isApplied && hashText(getText(read)) !== before.hash;
    if (isEdited && before.version === version) return { outcome: { ...outcome, action: "edited" } };
    const isOnlyLayout = () =>
      base !== undefined && mergeModel({ form: read.form, refs }, base, { ids: before.ids }).changes.length === 0;
    if (isEdited && !isOnlyLayout()) {
      const why =
        `changed in this file, and on the platform since version ${before.version} (it is at version ${version}). ` +
        `To use the platform's version: pulumi-analytics pull ${quoteArgument(read.file)}`;
      return { outcome: { ...outcome, action: "conflict", why } };
    }
    const form = insertNames(comparison.form, this.pull.references, {
      mayRefer: this.graph.mayRefer(model.id),
      own: read.form,
    });
    const text = updateModel(getText(read), form, read.source);
    return { outcome: { ...outcome, action: "updated" }, file: { form, text } };
  }

  /** Writes a file, if it has to be, and remembers that it agrees with the platform. */
  private save({ model, contents, version, file }: KnownModel, { form, text }: { form: Json; text: string }): void {
    const { folder, manifest, references } = this.pull;
    folder.write(file, text);
    const known = getOwnValue(manifest.models, model.id) as PulledModel;
    const names = listPlaceholderNames(form);
    const named = new Set(names.map((name) => references.findModel(name)?.id));
    const circle = [...collectModels(contents)].filter(
      (other) =>
        other !== model.id &&
        !named.has(other) &&
        this.graph.isDeclared(other) &&
        this.graph.isReachable(other, model.id),
    );
    manifest.models[model.id] = {
      ...known,
      version,
      listed: model.version,
      hash: hashText(text),
      refs: Object.fromEntries(names.map((name) => [name, references.getValue(name) ?? known.refs[name] ?? ""])),
      circle: circle.length === 0 ? undefined : circle,
    };
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
