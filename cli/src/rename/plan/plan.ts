import { normalizePlainName, parseSoleName } from "pulumi-analytics-internal/core/formula";
import { assignIds } from "pulumi-analytics-internal/core/model/identity";
import { getValue, isObject, type JsonObject, type Path } from "pulumi-analytics-internal/core/model/json";
import { deriveColumnNames, listColumnNames } from "pulumi-analytics-internal/core/model/references";
import { getElementName } from "pulumi-analytics-internal/core/workbook";
import { findCollisions, type RenameConflict } from "./collisions";
import {
  formPlaceKey,
  formUseKey,
  type NamedDocument,
  NamedDocuments,
  type NameUse,
  type RenameTarget,
  type Resolved,
} from "./documents";
import { type Forms, listChanges, listDifferentIds, type NameChange, type NewValue, setValues } from "./edits";
import { Spellings } from "./spellings";

/** A place that may use the name, and doesn't change. */
export interface LeftUse {
  readonly document: string;
  readonly path: Path;
  /** The name, as it is written. */
  readonly text: string;
  readonly why: string;
}

/** What a new name changes. */
export interface RenamePlan {
  /** In the order of the documents. */
  readonly changes: readonly NameChange[];
  readonly left: readonly LeftUse[];
  /** The places that have the new name already, by a run that was interrupted or by hand. */
  readonly done: readonly Pick<NameUse, "document" | "path">[];
  /** Why the name can't be given; nothing is to be written then. */
  readonly conflicts: readonly RenameConflict[];
  /** The forms of all documents with the old name, by key. */
  readonly former: ReadonlyMap<string, JsonObject>;
  /** The forms of the documents that change, by key. */
  readonly forms: ReadonlyMap<string, JsonObject>;
}

/** What is to be renamed, and to what. */
export interface RenameRequest {
  readonly target: RenameTarget;
  readonly name: string;
  /** The name that the thing had, where it has the new one already: then only what still uses the old one changes. */
  readonly former?: string;
}

/**
 * What changes where something gets another name, so that every formula means what it meant. Things that are called by
 * id stay. What has the old name by derivation keeps it, as a name of its own: nothing but the renamed thing looks
 * different to readers, and names that go on from there stay.
 *
 * @example planRename(documents, { target, name: "Sales Region" }).changes
 */
export function planRename(documents: readonly NamedDocument[], request: RenameRequest): RenamePlan {
  return new Renaming(documents, request).plan();
}

const sideName = "the platform puts the name of a joined element behind that of its column, which may change";

class Renaming {
  readonly #documents: readonly NamedDocument[];
  readonly #actual: Forms;
  readonly #former: Forms;
  readonly #before: NamedDocuments;
  readonly #uses: readonly NameUse[];
  readonly #target: RenameTarget;
  readonly #key: string;
  readonly #isElement: boolean;
  readonly #thing: JsonObject;
  readonly #oldName: string;
  /** The names that the thing may have, in plain form. */
  readonly #names: ReadonlySet<string>;
  readonly #name: string;
  readonly #spellings: Spellings;
  readonly #left: LeftUse[] = [];

  constructor(documents: readonly NamedDocument[], { target, name, former }: RenameRequest) {
    this.#target = target;
    this.#name = name;
    this.#documents = documents;
    this.#actual = new Map(documents.map(({ key, form }) => [key, form]));
    this.#former = former === undefined ? this.#actual : setValues(this.#actual, [this.#nameThing(target, former)]);
    this.#before = this.#open(this.#former);
    this.#uses = this.#before.listUses();
    this.#key = formPlaceKey(target.document, target.path);
    this.#isElement = target.path.at(-2) === "elements";
    this.#thing = getValue(this.#former.get(target.document), target.path) as JsonObject;
    const names = this.#isElement ? this.#listElementNames() : listPartNames(this.#thing);
    this.#oldName = names[0] ?? "";
    this.#names = new Set(names.map(normalizePlainName));
    this.#spellings = new Spellings(this.#names, name);
  }

  plan(): RenamePlan {
    const conflicts = [...findCollisions(this.#former, this.#target, this.#name)];
    const hits = this.#findHits();
    const definitions = [this.#nameThing(this.#target, this.#name), ...this.#keepNames(hits)];
    const named = setValues(this.#former, definitions);
    const rewritten = setValues(named, this.#rewrite(hits, this.#open(named)));
    const after = this.#open(rewritten);
    conflicts.push(...this.#findOtherMeanings(after));
    const forms = this.#keepIds(rewritten);
    const changes = listChanges(this.#documents, this.#actual, forms, this.#key);
    const changed = new Set(changes.map(({ document }) => document));
    return {
      changes,
      left: this.#left,
      done: this.#listDone(after),
      conflicts,
      former: this.#former,
      forms: new Map([...forms].filter(([key]) => changed.has(key))),
    };
  }

  #open(forms: Forms): NamedDocuments {
    return new NamedDocuments(this.#documents.map((document) => ({ ...document, form: forms.get(document.key)! })));
  }

  #nameThing({ document, path }: RenameTarget, name: string): NewValue {
    const thing = getValue(this.#actual.get(document), path) as JsonObject;
    return { document, path: [...path, ...(isObject(thing.name) ? ["name", "text"] : ["name"])], value: name };
  }

  /** What an element is called in its document, where it may have no name of its own. */
  #listElementNames(): string[] {
    const { document } = this.#target;
    const found = this.#before.listElements(document).find(({ element }) => this.#before.getKey(element) === this.#key);
    const name = found && this.#before.readName(document, found.element).name;
    return name === undefined ? [] : [name];
  }

  /** The names that stand for the thing and nothing else. */
  #findHits(): NameUse[] {
    return this.#uses.filter((use) => {
      const { status, keys } = this.#before.resolve(use);
      if (!this.#isMeant(this.#before, use)) {
        if (status === "undecided" && this.#mayBeMeant(use)) this.#leave(use, this.#explainDoubt(use));
        else if (this.#isElement && this.#before.isOfSide(use) && this.#isSpelledSo(use)) this.#leave(use, sideName);
        return false;
      }
      if (this.#isElement) return this.#isSpelledSo(use);
      const why = this.#explainAmbiguity(use, keys);
      if (why !== undefined) this.#leave(use, why);
      return why === undefined;
    });
  }

  /** Whether a name means the thing, or leads into it. */
  #isMeant(documents: NamedDocuments, use: NameUse): boolean {
    const { keys, elements } = documents.resolve(use);
    return (this.#isElement ? elements : keys).includes(this.#key);
  }

  #explainAmbiguity({ isBare, segments: [text], path }: NameUse, keys: readonly string[]): string | undefined {
    if (keys.length > 1) return "it can mean more than one thing: give these different names first";
    if (path.at(-2) === "outputColumns")
      return "whether a transpose names the columns of its source here is undocumented";
    if (isBare && text === this.#thing.id && text !== this.#thing.name) return "it may be the id, which stays";
    return undefined;
  }

  /** Whether a name has that of the element in it. */
  #isSpelledSo({ segments }: NameUse): boolean {
    return this.#spellings.listForElement(segments).length > 0;
  }

  /** Whether a name is written like that of the thing, where it can't be known what it means. */
  #mayBeMeant({ document, segments, site, isBare }: NameUse): boolean {
    const isTarget = (element: JsonObject) => this.#before.getKey(element) === this.#getElementKey();
    const sources = this.#before.listSourceElements(document, site.element);
    const isSourceless = site.element.source === undefined;
    const isReader = isSourceless
      ? this.#before.listElements(document).some(({ element }) => this.#hasTarget(document, element))
      : sources.some(isTarget) || this.#before.hasUnknownSource(document, site.element);
    if (!isReader) return false;
    if (this.#isElement) return this.#isSpelledSo({ segments } as NameUse);
    if (!this.#spellings.listForPart(segments).length) return false;
    return isBare || segments.length === 1 ? isSourceless || site.scope === "side" : this.#mayLead(segments[0]!);
  }

  #hasTarget(document: string, element: JsonObject): boolean {
    return this.#before
      .listSourceElements(document, element)
      .some((one) => this.#before.getKey(one) === this.#getElementKey());
  }

  /** Whether a prefix may be that of the element that has the thing. */
  #mayLead(prefix: string): boolean {
    const { document, path } = this.#target;
    const element = getValue(this.#former.get(document), path.slice(0, -2)) as JsonObject;
    const name = getElementName(element.name);
    const plain = normalizePlainName(prefix.replace(/^Transpose of /, ""));
    return name === undefined || normalizePlainName(name) === plain || plain === "metrics";
  }

  #getElementKey(): string {
    const { document, path } = this.#target;
    return this.#isElement ? this.#key : formPlaceKey(document, path.slice(0, -2));
  }

  #explainDoubt({ document, site }: NameUse): string {
    if (this.#before.hasUnknownSource(document, site.element)) {
      return "it reads from a data model that is not among these files, which may be this one";
    }
    return "what it reads from can't be told from here";
  }

  #leave({ document, path, segments }: NameUse, why: string): void {
    this.#left.push({ document, path, text: segments.join("/"), why });
  }

  /** Names of its own for what has the old name, or one with it, by derivation. */
  #keepNames(hits: readonly NameUse[]): NewValue[] {
    return [...this.#keepColumnNames(hits), ...(this.#isElement ? this.#keepElementNames() : [])];
  }

  #keepColumnNames(hits: readonly NameUse[]): NewValue[] {
    return hits.flatMap(({ document, path }): NewValue[] => {
      if (path.at(-1) !== "formula" || path.at(-3) !== "columns") return [];
      const place = path.slice(0, -1);
      const column = getValue(this.#former.get(document), place) as JsonObject;
      if (column.name !== undefined || parseSoleName(String(column.formula)) === undefined) return [];
      if (formPlaceKey(document, place) === this.#key) return [];
      const called = this.#findDerivedSpelling(formPlaceKey(document, place), column);
      if (this.#isElement && called === undefined) return [];
      return [{ document, path: [...place, "name"], value: called ?? this.#oldName }];
    });
  }

  /** How formulas call a column by a name that is derived from more than the end of its reference. */
  #findDerivedSpelling(key: string, column: JsonObject): string | undefined {
    const [end, ...longer] = deriveColumnNames(column);
    const use = this.#uses.find((one) => {
      const plain = normalizePlainName(one.segments.at(-1)!);
      return plain !== end && longer.includes(plain) && this.#before.resolve(one).keys.includes(key);
    });
    return use?.segments.at(-1);
  }

  /** Elements without a name are called after what they read. */
  #keepElementNames(): NewValue[] {
    return this.#documents.flatMap(({ key: document }) =>
      this.#before.listElements(document).flatMap(({ element, path }): NewValue[] => {
        const actual = getValue(this.#former.get(document), path) as JsonObject | null;
        if (actual === null || actual.name !== undefined || this.#before.getKey(element) === this.#key) return [];
        const { through } = this.#before.readName(document, element);
        if (!through.some((one) => this.#before.getKey(one) === this.#key)) return [];
        const isCalledSo = actual.kind === "table" || this.#isCalledAfter(document, element);
        return isCalledSo ? [{ document, path: [...path, "name"], value: this.#oldName }] : [];
      }),
    );
  }

  #isCalledAfter(document: string, element: JsonObject): boolean {
    return this.#uses.some(
      (use) =>
        use.document === document &&
        this.#before.listSourceElements(document, use.site.element).includes(element) &&
        this.#names.has(normalizePlainName(use.segments[0] ?? "")),
    );
  }

  /** The texts with the new name. */
  #rewrite(hits: readonly NameUse[], named: NamedDocuments): NewValue[] {
    const uses = new Map(named.listUses().map((use) => [formUseKey(use), use]));
    const texts = new Map<string, { use: NameUse; segments: readonly string[] }[]>();
    for (const hit of hits) {
      const now = uses.get(formUseKey(hit))!;
      const before = this.#before.resolve(hit);
      const isMeant = (segments: readonly string[]) => isSame(named.resolve(now, segments), before);
      // Over one side of a join, whatever stands before the slash is that side.
      const stays = this.#isElement && this.#isOtherName() && hit.site.scope !== "side" && isMeant(hit.segments);
      if (stays) continue;
      const spellings = this.#isElement
        ? this.#spellings.listForElement(hit.segments)
        : this.#spellings.listForPart(hit.segments);
      const segments = spellings.find(isMeant);
      if (segments === undefined) {
        if (!isMeant(hit.segments)) this.#leave(hit, "no name with the new one in it means the same here");
        continue;
      }
      const key = formUseKey(hit, -1);
      texts.set(key, [...(texts.get(key) ?? []), { use: hit, segments }]);
    }
    return [...texts.values()].map((changes) => {
      const { document, path } = changes[0]!.use;
      let text = getValue(this.#former.get(document), path) as string;
      for (const { use, segments } of [...changes].reverse()) {
        text = text.slice(0, use.start) + writeSegments(segments, use.isBare) + text.slice(use.end);
      }
      return { document, path, value: text };
    });
  }

  /** Whether the new name is more than another spelling of the old one. */
  #isOtherName(): boolean {
    return !this.#names.has(normalizePlainName(this.#name));
  }

  /** Names that mean something else afterwards: another thing has the name there. */
  #findOtherMeanings(after: NamedDocuments): RenameConflict[] {
    const left = new Set(this.#left.map(({ document, path, text }) => JSON.stringify([document, path, text])));
    const uses = new Map(groupUses(after.listUses()));
    return groupUses(this.#uses).flatMap(([key, use]): RenameConflict[] => {
      const { document, path, segments } = use;
      const before = this.#before.resolve(use);
      if (before.status !== "found" || left.has(JSON.stringify([document, path, segments.join("/")]))) return [];
      const now = uses.get(key);
      if (now !== undefined && isSame(after.resolve(now), before)) return [];
      const name = now?.segments.join("/") ?? segments.join("/");
      return [
        { document, path, message: `\`[${name}]\` would mean something else here with the name \`${this.#name}\`` },
      ];
    });
  }

  /** The uses that meant nothing, and mean the thing by its new name. */
  #listDone(after: NamedDocuments): NameUse[] {
    const plain = normalizePlainName(this.#name);
    const before = new Map(groupUses(this.#uses));
    return groupUses(after.listUses()).flatMap(([key, use]) => {
      const was = before.get(key);
      const isSpelledSo = was?.segments.some((segment) => normalizePlainName(segment) === plain);
      const isDone = isSpelledSo && this.#isMeant(after, use) && !this.#isMeant(this.#before, was!);
      return isDone ? [use] : [];
    });
  }

  /** Ids that are derived from names stay as they are. */
  #keepIds(forms: Forms): Forms {
    const kept = this.#documents.flatMap(({ key: document, isWorkbook }): NewValue[] => {
      const [was, is] = [this.#actual.get(document)!, forms.get(document)!];
      if (isWorkbook || was === is) return [];
      return listDifferentIds(assignIds(was), assignIds(is), is, []).map(({ path, value }) => ({
        document,
        path,
        value,
      }));
    });
    return setValues(forms, kept);
  }
}

/** The names of a column or metric: its own, else those that may be derived. */
function listPartNames(part: JsonObject): string[] {
  return listColumnNames(part).filter((name) => name !== undefined);
}

const isSame = (a: Resolved, b: Resolved) => JSON.stringify(a) === JSON.stringify(b);

/** Uses by their place and their number there. */
function groupUses(uses: readonly NameUse[]): [string, NameUse][] {
  const counts = new Map<string, number>();
  return uses.map((use) => {
    const text = formUseKey(use, -1);
    const nth = counts.get(text) ?? 0;
    counts.set(text, nth + 1);
    return [formUseKey(use, nth), use];
  });
}

const writeSegments = (segments: readonly string[], isBare: boolean) =>
  segments.map((segment) => (isBare ? segment : segment.replace(/[\\/[\]]/g, "\\$&"))).join("/");
