/** Checks files name parts of their model: they follow what these are called. */
import { getChecksShape } from "pulumi-analytics-internal/core/checks";
import { findNames, normalizePlainName } from "pulumi-analytics-internal/core/formula";
import {
  assignIds,
  type Json,
  type JsonObject,
  type Path,
  parseSpec,
  type Rename,
  type SourceText,
} from "pulumi-analytics-internal/core/model";
import { filterObjects, isObject, isSameJson, readKnownString } from "pulumi-analytics-internal/core/model/json";
import { getColumnName } from "pulumi-analytics-internal/core/model/references";
import { ModelIndex } from "pulumi-analytics-internal/core/tables";
import { escapeFormulaName } from "pulumi-analytics-internal/core/text";
import { type UpdatedFiles, updateModelFiles } from "../text";

/** A name, or a formula with one, that changes at a place of the file. */
interface FollowedName {
  readonly path: Path;
  readonly before: string;
  readonly after: string;
}

/** A checks file that names what its model has now. */
export interface FollowedChecks extends UpdatedFiles {
  readonly changes: readonly FollowedName[];
  /** Names in formulas that lead elsewhere, and may mean what got another name. */
  readonly left: readonly { readonly path: Path; readonly text: string }[];
}

/**
 * A checks file with the names of now.
 *
 * @param sides the model's form before and after.
 * @param renames what got another id.
 * @throws SpecSyntaxError for what is no YAML or JSON.
 */
export function followChecks(
  source: SourceText,
  sides: readonly [JsonObject, JsonObject],
  renames: readonly Rename[] = [],
): FollowedChecks {
  const form = parseSpec(source.text, source);
  const [before, after] = sides.map((side) => {
    const model = { id: "", spec: assignIds(side) as JsonObject };
    return new ModelIndex(model);
  });
  const follower = new Follower(before!, after!, renames);
  const followed = follower.follow(form);
  const { changes, left } = follower;
  return { ...updateModelFiles(source.text, followed, { ...source, shape: getChecksShape() }), changes, left };
}

type Change = (value: Json, at: Path) => Json;
type PartList = "columns" | "metrics" | "relationships";

/** A table of the model, before and after. */
interface BothTables {
  readonly was: JsonObject;
  readonly is: JsonObject;
}

class Follower {
  readonly changes: FollowedName[] = [];
  readonly left: { path: Path; text: string }[] = [];
  /** Names that something had and has no more, in plain form. */
  readonly #former: ReadonlySet<string>;

  constructor(
    private readonly before: ModelIndex,
    private readonly after: ModelIndex,
    private readonly renames: readonly Rename[],
  ) {
    this.#former = new Set(this.#listFormerNames().map(normalizePlainName));
  }

  follow(form: Json): Json {
    return changeFields({
      checks: changeEach((check, at) => {
        const table = isObject(check) ? this.#findTable(check.table) : undefined;
        return table === undefined ? check : this.#followCheck(table, check, at);
      }),
      tests: changeEach((test, at) => this.#followTest(test, at)),
    })(form, []);
  }

  #followCheck(table: BothTables, check: Json, at: Path): Json {
    const followPart = (list: PartList) => this.#change((name) => this.#findPartName(table, list, name));
    const [column, metric, relationship] = [followPart("columns"), followPart("metrics"), followPart("relationships")];
    const formula: Change = (value, place) =>
      this.#change((text) => this.#followFormula(table, text, place))(value, place);
    return changeFields({
      table: this.#change((name) => this.#findTableName(name)),
      unique: changeEach(changeIn("columns", changeEach(column))),
      not_null: changeEach(changeIn("column", column)),
      accepted_values: changeKeys(column),
      fresh: changeIn("column", column),
      relationships: changeEach(changeIn("relationship", relationship)),
      metric: changeKeys(metric, changeFields({ where: formula })),
      golden: changeFields({ metric, by: formula }),
      dimensions: changeEach(column),
      neverGroupBy: changeEach(column),
    })(check, at);
  }

  #followTest(test: Json, at: Path): Json {
    if (!isObject(test)) return test;
    const given = isObject(test.given)
      ? Object.keys(test.given).flatMap((name) => this.#findTable(name) ?? [])
      : this.before.tables.flatMap(({ id }) => this.#findTable(id) ?? []);
    const expect: Change = (expected, place) =>
      changeKeys((key, entry) => {
        const list = isObject(expected) && Array.isArray(expected[String(key)]) ? "columns" : "metrics";
        return this.#change((name) => this.#followExpected(given, list, name))(key, entry);
      })(expected, place);
    return changeFields({ given: changeKeys(this.#change((name) => this.#findTableName(name))), expect })(test, at);
  }

  /** `table.part`, or a part of the only table that has it: the first dot ends the table. */
  #followExpected(given: readonly BothTables[], list: PartList, text: string): string | undefined {
    const dot = text.indexOf(".");
    const [head, part] = dot < 0 ? [undefined, text] : [text.slice(0, dot), text.slice(dot + 1)];
    const table = head === undefined ? given.find(({ was }) => this.before.findNamed(was, list, part)) : undefined;
    const meant = table ?? (head === undefined ? undefined : this.#findTable(head));
    if (meant === undefined) return undefined;
    const now = this.#findPartName(meant, list, part) ?? part;
    const own = head === undefined ? undefined : (this.#findTableName(head) ?? head);
    if (own === undefined) return now.includes(".") ? `${meant.is.id}.${now}` : now;
    return `${own.includes(".") ? meant.is.id : own}.${now}`;
  }

  /** A change of texts that is noted; undefined: the text stays. */
  #change(find: (text: string) => string | undefined): Change {
    return (value, path) => {
      const after = typeof value === "string" ? find(value) : undefined;
      if (after === undefined || after === value) return value;
      this.changes.push({ path, before: String(value), after });
      return after;
    };
  }

  #findTable(name: Json | undefined): BothTables | undefined {
    const was = typeof name === "string" ? this.before.findTable(name, []) : undefined;
    const is = was && this.after.findById(was.id);
    return was && is && { was, is };
  }

  /** The new name of a table; undefined: it is still called so. */
  #findTableName(name: string): string | undefined {
    const table = this.#findTable(name);
    return table === undefined || this.after.findTable(name, []) !== undefined
      ? undefined
      : this.after.nameTable(table.is);
  }

  /** The new name of a part; undefined: it is still called so. */
  #findPartName({ was, is }: BothTables, list: PartList, name: string): string | undefined {
    const part = this.before.findNamed(was, list, name);
    if (part === undefined || this.after.findNamed(is, list, name) !== undefined) return undefined;
    const now = this.#findPart({ was, is }, list, part);
    return now && (part.id === name ? readKnownString(now.id) : readName(list, now));
  }

  #findPart({ was, is }: BothTables, list: PartList, part: JsonObject): JsonObject | undefined {
    const id = this.renames.find(({ element, from }) => element === was.id && from === part.id)?.to ?? part.id;
    const all = filterObjects(is[list]);
    // A relationship is what it joins.
    const isSameJoin = ({ keys, targetElementId: to }: JsonObject) =>
      keys !== undefined && isSameJson([keys, to!], [part.keys!, part.targetElementId!]);
    return all.find((one) => one.id !== undefined && one.id === id) ?? all.find(isSameJoin);
  }

  #followFormula(table: BothTables, formula: string, path: Path): string {
    let written = "";
    let from = 0;
    for (const { segments, text, start, end } of findNames(formula)) {
      const now = this.#followSegments(table, segments);
      if (now === undefined && segments.some((one) => this.#former.has(normalizePlainName(one))))
        this.left.push({ path, text });
      if (now === undefined || isSameJson(now, [...segments])) continue;
      written += `${formula.slice(from, start)}[${now.map(escapeFormulaName).join("/")}]`;
      from = end + 1;
    }
    return written + formula.slice(from);
  }

  /** Undefined: the name is of nothing that the table has. */
  #followSegments(table: BothTables, segments: readonly string[]): string[] | undefined {
    const [last = "", head, ...more] = segments.toReversed();
    if (more.length > 0) return undefined;
    const isTable = head !== undefined && isSamePlain(head, this.before.nameTable(table.was));
    if (head !== undefined && !isTable && head !== "Metrics") return undefined;
    const list = isTable || head === undefined ? "columns" : "metrics";
    const part = this.before.findNamed(table.was, list, last);
    const now = part && this.#findPart(table, list, part);
    const [was, is] = [part, now].map((one) => one && readName(list, one));
    if (was === undefined || is === undefined) return undefined;
    const lead = isTable ? [keepSpelling(head, this.after.nameTable(table.is))] : head === undefined ? [] : [head];
    return [...lead, isSamePlain(last, was) ? keepSpelling(last, is) : last];
  }

  #listFormerNames(): string[] {
    return this.before.tables.flatMap(({ id }) => {
      const table = this.#findTable(id);
      if (table === undefined) return [];
      const names = [this.before.nameTable(table.was), this.after.nameTable(table.is)];
      const parts = (["columns", "metrics"] as const).flatMap((list) =>
        filterObjects(table.was[list]).map((part) => {
          const now = this.#findPart(table, list, part);
          return [readName(list, part), now && readName(list, now)];
        }),
      );
      return [names, ...parts].flatMap(([was, is]) =>
        was === undefined || is === undefined || isSamePlain(was, is) ? [] : was,
      );
    });
  }
}

const isSamePlain = (a: string, b: string) => normalizePlainName(a) === normalizePlainName(b);

const keepSpelling = (given: string, now: string) => (isSamePlain(given, now) ? given : now);

const readName = (list: PartList, part: JsonObject) =>
  list === "columns" ? getColumnName(part) : readKnownString(part.name);

/** The entries of a list, or what stands in its place. */
const changeEach =
  (change: Change): Change =>
  (value, at) =>
    Array.isArray(value) ? value.map((one, index) => change(one, [...at, index])) : change(value, at);

/** A field of an object, or what stands in place of the object. */
const changeIn =
  (key: string, change: Change): Change =>
  (value, at) =>
    isObject(value) ? changeFields({ [key]: change })(value, at) : change(value, at);

const changeFields =
  (changes: Readonly<Record<string, Change>>): Change =>
  (value, at) =>
    isObject(value)
      ? Object.fromEntries(
          Object.entries(value).map(([key, one]) => {
            return [key, Object.hasOwn(changes, key) ? changes[key]!(one!, [...at, key]) : one!];
          }),
        )
      : value;

const changeKeys =
  (change: Change, changeValue: Change = (value) => value): Change =>
  (value, at) =>
    isObject(value)
      ? Object.fromEntries(
          Object.entries(value).map(([key, one]) => {
            return [String(change(key, [...at, key])), changeValue(one!, [...at, key])];
          }),
        )
      : value;
