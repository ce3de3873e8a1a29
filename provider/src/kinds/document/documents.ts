import { type AnalyticsClient, ApiError, readUnlessGone } from "../../core/api";
import { equal } from "../../core/engine";
import type { Forms, Json, Path } from "../../core/model";
import type { LifecycleContext } from "../declare";
import { type Explanation, type PlacedColumn, warnOfBroken } from "./broken";
import { refuseMoved } from "./conflict";
import type { TextField } from "./declaration";
import { digestDocument, isUnread } from "./digest";
import {
  type DocumentInputs,
  type DocumentNoun,
  type DocumentOutputs,
  documentKinds,
  getTitle,
  type KnownDocument,
  type ServerDocument,
} from "./fields";
import { type Loss, tellNotKept } from "./not-kept";
import { addPlace, getPlace, placeBaseline, placeKeys } from "./place";
import { describePlace, handOver, updatePlace } from "./place-writes";
import { type Comparison, recallComparison } from "./stored";
import { warn } from "./warn";

/** A document that is about to be written. */
export interface Opened<Inputs, Server> {
  readonly server: Server;
  /** What to do after the write. */
  finish?(inputs: Inputs): Promise<void>;
}

/**
 * How the documents of a kind are read and written: `/v2/files` for their place, calls of their own for their contents.
 * What the kinds do each in its own way is abstract.
 *
 * @typeParam Written what `replace` knows of a write beside what it read after that.
 */
export abstract class Documents<
  Inputs extends DocumentInputs,
  Outputs extends DocumentOutputs,
  Server extends ServerDocument,
  Written extends { readonly server: Server } = { readonly server: Server },
> {
  abstract readonly noun: DocumentNoun;
  abstract readonly texts: { readonly field: TextField; getForms(inputs: Inputs): Forms };
  /** The table of the stack's settings with the severities of the kind's rules. */
  abstract readonly rules: string;
  /** The text of a document without contents. */
  abstract readonly empty: Json;

  /** Whether what was read may be what a create with these inputs made: the platform rewrites what it stores. */
  protected abstract mayBeMade(inputs: Inputs, server: Server): boolean;
  /** Sends the create, and then calls {@link finishCreate}. */
  abstract create(context: LifecycleContext, inputs: Inputs): Promise<{ id: string; outputs: Outputs }>;
  /** Reads what the platform has now. */
  protected abstract get(client: AnalyticsClient, id: string): Promise<Server>;
  /** Whether what the platform returned was deleted: it may answer for a deleted document, too. */
  protected abstract isDeleted(client: AnalyticsClient, id: string, server: Server): boolean | Promise<boolean>;
  protected abstract getAddress(client: AnalyticsClient, id: string): Promise<{ readonly url: string }>;
  /** The part of the platform's answer that a file would hold. */
  protected abstract getContents(server: Server): Json;
  /** Outputs of the kind's own that a document has from the beginning. @param server undefined: it was deleted. */
  protected abstract identify(server: Server | undefined, known: Partial<Outputs>): Partial<Outputs>;
  /** Compares the platform's answer with what the state knows. */
  protected abstract compare(
    context: LifecycleContext,
    id: string,
    known: KnownDocument<Inputs, Outputs>,
    server: Server,
  ): Promise<
    Comparison<Inputs, Outputs> & { /** The changes on the platform, for people. */ drift: readonly string[] }
  >;
  /**
   * Replaces the contents of a document with the declared ones, unless they are there.
   *
   * @param news the declaration, with the place that the document still has.
   * @param server what was read right before.
   * @throws when they were changed on the platform since the version that the state knows, with who, when and what;
   *   unless they are already as declared, only ignored parts changed, or `onConflict` says to overwrite.
   */
  protected abstract replace(
    context: LifecycleContext,
    id: string,
    olds: KnownDocument<Inputs, Outputs>,
    news: Inputs,
    server: Server,
  ): Promise<Written>;
  /** What was read after a create. */
  protected abstract describeCreated(server: Server): Written;
  /** The outputs of a document that was just written, and what is to be said of that. */
  protected abstract recordWrite(
    inputs: Inputs,
    written: Written,
  ): { readonly outputs: Outputs; readonly losses: readonly Loss[]; readonly warnings: readonly string[] };
  /** The columns of a declaration, by the platform's ids. */
  protected abstract listColumns(inputs: Inputs, outputs: Outputs): readonly PlacedColumn[];

  /** What is known of formulas that the platform can't compute, by the paths of these; empty: nothing. */
  protected async explainFormulas(
    _client: AnalyticsClient,
    _inputs: Inputs,
    _paths: readonly Path[],
  ): Promise<readonly Explanation[]> {
    return [];
  }

  /** Reads a document whose contents are about to be written. */
  protected async open({ client }: LifecycleContext, id: string): Promise<Opened<Inputs, Server>> {
    return { server: await this.get(client, id) };
  }

  /** The inputs in which a document surely isn't what a create sent. */
  async listDiffering({ client }: LifecycleContext, id: string, sent: Inputs): Promise<readonly string[]> {
    return this.mayBeMade(sent, await this.get(client, id)) ? [] : [this.texts.field];
  }

  /** @param known what the state has; undefined for a lookup or an import. */
  async read(
    context: LifecycleContext,
    id: string,
    known: KnownDocument<Inputs, Outputs> | undefined,
  ): Promise<{ inputs: Partial<Inputs>; outputs: Outputs } | undefined> {
    const server = await this.#readUnlessDeleted(context.client, id);
    if (server === undefined) return known?.inputs.restoreDeleted ? this.#describeDeleted(context, known) : undefined;
    if (known === undefined) return this.#describeFound(server);
    const seen = recallComparison(server, this.getContents(server), known);
    if (seen !== undefined) return seen;
    const { inputs, outputs, drift } = await this.compare(context, id, known, server);
    for (const change of drift) context.log(`${getTitle(this.noun, server)} on the platform: ${change}`);
    // Other contents that mean the same are no change: the digest stays as it is.
    const { contentsDigest: _, ...found } = outputs;
    const { contentsDigest, ...before } = known.outputs;
    const isSame = equal(inputs, known.inputs) && equal(found, before);
    return { inputs, outputs: isSame ? ({ ...found, ...(contentsDigest && { contentsDigest }) } as Outputs) : outputs };
  }

  /** Reads what the platform made of a new document, and hands it over. */
  protected async finishCreate(
    context: LifecycleContext,
    id: string,
    inputs: Inputs,
  ): Promise<{ id: string; outputs: Outputs }> {
    const { client } = context;
    // A create takes no owner. Where the call that does fails, the next update makes it.
    const unowned = { ...inputs, ownerId: undefined };
    context.checkpoint(id, { inputs: unowned, outputs: {} });
    const server = await this.get(client, id);
    const outputs = await this.#readBack(context, id, unowned, this.describeCreated(server), {});
    const owner = await handOver(client, id, inputs, server.ownerId);
    const place = placeBaseline(inputs, { ...server, ...owner });
    return { id, outputs: describePlace(context, getTitle(this.noun, inputs), inputs, outputs, place) };
  }

  /** Updates contents and place of a document, each if it changed. */
  async update(
    context: LifecycleContext,
    id: string,
    olds: KnownDocument<Inputs, Outputs>,
    news: Inputs,
    changed: ReadonlySet<string>,
  ): Promise<Outputs> {
    const { client } = context;
    if (olds.outputs.deleted && (await this.#readUnlessDeleted(client, id)) === undefined) {
      await client.files.restore(id, { parentId: news.folderId });
    }
    const place = placeKeys.filter((key) => changed.has(key));
    const writesContents = this.#isToBeWritten(context, olds, changed);
    let outputs = olds.outputs as Outputs;
    if (!writesContents && place.length === 0) return outputs;

    const { server, finish } = writesContents
      ? await this.open(context, id)
      : { server: await this.get(client, id), finish: undefined };
    await refuseMoved(context, server, olds, news, { subject: this.describe(id, server), changed });
    if (writesContents) {
      const inputs = { ...news, ...getPlace(olds.inputs) };
      const written = await this.replace(context, id, olds, inputs, server);
      await finish?.(inputs);
      const read = await this.#readBack(context, id, inputs, written, olds.outputs);
      outputs = addPlace(read, olds.outputs.baseline?.place);
      context.checkpoint(id, { inputs, outputs });
    }
    if (place.length === 0) return outputs;
    return updatePlace(context, id, {
      ...{ title: getTitle(this.noun, news), olds, news, outputs },
      changed: place,
      readAddress: () => this.#readAddress(client, id),
    });
  }

  /** What an error calls a document. */
  protected describe(id: string, server: Server): string {
    return `${getTitle(this.noun, server)} (${id})`;
  }

  #isToBeWritten(
    { settings }: LifecycleContext,
    olds: KnownDocument<Inputs, Outputs>,
    changed: ReadonlySet<string>,
  ): boolean {
    const { documentVersion, notKept = [] } = olds.outputs;
    return (
      changed.has(this.texts.field) ||
      changed.has("ignorePaths") ||
      documentVersion === undefined ||
      isUnread(olds) ||
      // The last write ended with an error because of what the platform didn't keep.
      (settings["not-kept"] === "error" && notKept.length > 0)
    );
  }

  /**
   * Records what was read after a write, as soon as it is known, and tells what the platform didn't keep and can't
   * compute.
   *
   * @param before what the state knew before the write.
   */
  async #readBack(
    context: LifecycleContext,
    id: string,
    inputs: Inputs,
    written: Written,
    before: Partial<Outputs>,
  ): Promise<Outputs> {
    const { outputs, losses, warnings } = this.recordWrite(inputs, written);
    context.checkpoint(id, { inputs, outputs });
    const title = getTitle(this.noun, inputs);
    for (const warning of warnings) warn(context, title, warning);
    const { declared } = this.texts.getForms(inputs);
    tellNotKept(context, {
      ...{ title, inputs, declared, losses, before: before.notKept },
      setting: `analytics:${this.rules}.not-kept`,
    });
    await warnOfBroken(context, {
      ...{ ids: { [documentKinds[this.noun].key]: id }, title, inputs, declared },
      listColumns: () => this.listColumns(inputs, outputs),
      explain: (paths) => this.explainFormulas(context.client, inputs, paths),
    });
    return outputs;
  }

  async #readUnlessDeleted(client: AnalyticsClient, id: string): Promise<Server | undefined> {
    const server = await readUnlessGone(this.get(client, id));
    return server === undefined || (await this.isDeleted(client, id, server)) ? undefined : server;
  }

  /**
   * The address, which the platform makes of the name; nothing where it can't be read: the document was renamed all the
   * same.
   */
  async #readAddress(client: AnalyticsClient, id: string): Promise<Partial<Outputs>> {
    try {
      return { url: (await this.getAddress(client, id)).url } as Partial<Outputs>;
    } catch (error) {
      if (error instanceof ApiError) return {};
      throw error;
    }
  }

  /** A document nothing is known about: the platform's own text and ids. */
  #describeFound(server: Server) {
    const { name, folderId, description, ownerId, url, documentVersion } = server;
    const contents = this.getContents(server);
    return {
      inputs: { name, folderId, description, ownerId, [this.texts.field]: JSON.stringify(contents) } as Partial<Inputs>,
      outputs: { url, documentVersion, ...this.identify(server, {}), ...digestDocument(contents, {}) } as Outputs,
    };
  }

  /**
   * A document that was deleted on the platform and is to be restored stays in the state, empty, so that the next
   * update brings it back.
   */
  #describeDeleted(context: LifecycleContext, { inputs, outputs }: KnownDocument<Inputs, Outputs>) {
    context.log(`${getTitle(this.noun, inputs)} was deleted on the platform; the next update restores it`);
    return {
      inputs: { ...inputs, [this.texts.field]: JSON.stringify(this.empty), refs: undefined },
      outputs: { ...this.identify(undefined, outputs), url: outputs.url ?? "", deleted: true } as Outputs,
    };
  }
}
