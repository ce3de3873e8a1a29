import { isObject, type Json, type JsonObject, knownString, type Path, valueAt } from "../json";
import { type FormulaSite, walkFormulas, walkStatements } from "./formula-sites";
import { NameResolver } from "./names";
import { type IdKind, kindNames, type PartField, partFields, walkIds } from "./references";
import { elementLabel, indexSpec } from "./spec-index";

/** Who refers to what in a model, and still exists after a change. */
export class Usage {
  private readonly users = new Map<string, Set<string>>();
  /** The names by which formulas and SQL refer to each thing. */
  private readonly named = new Map<string, NamedUse[]>();
  private readonly surviving: ReadonlySet<string>;
  private lost: ReadonlySet<string> | undefined;

  /** Looks through `before`; what `after` doesn't contain no longer counts as a user. */
  constructor(
    private readonly before: JsonObject,
    private readonly after: JsonObject,
  ) {
    this.surviving = survivors(after);
    this.addReferences();
    this.addNames();
  }

  /** The users of the part at a path, for people: `table fact_orders › relationship customer`. Being in a display list is no use. */
  of(path: Path): string[] {
    const thing = thingAt(this.before, path);
    return thing === undefined ? [] : [...(this.users.get(thing.key) ?? [])];
  }

  /** The users of the part at a path that still call it by a name, and this name means nothing afterwards: it had it before. */
  callersOf(path: Path): string[] {
    const thing = thingAt(this.before, path);
    const uses = (thing && this.named.get(thing.key)) ?? [];
    if (uses.length === 0) return [];
    this.lost ??= unresolvedNames(this.after);
    return [...new Set(uses.filter(({ key }) => this.lost!.has(key)).map(({ label }) => label))];
  }

  private addReferences(): void {
    walkIds(this.before, (site) => {
      if (site.role !== "reference" || display.has(site.field)) return;
      for (const kind of site.kinds) this.add(keyOf(kind, site.owner, site.id), site.path());
    });
  }

  private addNames(): void {
    const names = new NameResolver(indexSpec(this.before));
    const addSite = (site: FormulaSite) => {
      for (const { text, segments } of site.names()) {
        for (const { element, part } of names.meaning(site, segments).targets) {
          const owner = knownString(element.id);
          if (owner === undefined) continue;
          const partId = knownString(part?.item.id);
          if (part !== undefined && partId !== undefined) this.addName(keyOf(part.kind, owner, partId), site, text);
          if (element !== site.element) this.addName(keyOf("element", undefined, owner), site, text);
        }
      }
    };
    walkFormulas(this.before, addSite);
    walkStatements(this.before, addSite);
  }

  private addName(used: string, site: FormulaSite, text: string): void {
    this.add(used, site.path());
    const user = thingAt(this.before, site.path());
    if (user === undefined || user.key === used) return;
    const uses = this.named.get(used) ?? [];
    uses.push({ key: callKey(user.key, text), label: user.label });
    this.named.set(used, uses);
  }

  private add(used: string, path: Path): void {
    const user = thingAt(this.before, path);
    if (!user || user.key === used || !this.surviving.has(user.key)) return;
    const users = this.users.get(used);
    if (users) users.add(user.label);
    else this.users.set(used, new Set([user.label]));
  }
}

/** A name in a formula or in SQL, with who has it. */
interface NamedUse {
  readonly key: string;
  readonly label: string;
}

const callKey = (user: string, name: string) => JSON.stringify([user, name]);

/** The names in a spec that mean nothing, each with who has it. */
function unresolvedNames(spec: JsonObject): ReadonlySet<string> {
  const names = new NameResolver(indexSpec(spec));
  const found = new Set<string>();
  const addSite = (site: FormulaSite) => {
    const user = thingAt(spec, site.path());
    for (const { text, segments } of user === undefined ? [] : site.names()) {
      if (names.meaning(site, segments).status === "missing") found.add(callKey(user!.key, text));
    }
  };
  walkFormulas(spec, addSite);
  walkStatements(spec, addSite);
  return found;
}

/** Lists that only affect display. */
const display = new Set(["order[]", "folders[].items[]", "metricOrder[]", "metricFolders[].items[]"]);

const keyOf = (kind: IdKind, owner: string | undefined, id: string) => JSON.stringify([kind, owner ?? null, id]);

/** The innermost thing with an id that a path leads into: a part of a table, or an element. */
function thingAt(spec: JsonObject, path: Path): { key: string; label: string } | undefined {
  const element = valueAt(spec, path.slice(0, 4));
  const id = isObject(element) ? knownString(element.id) : undefined;
  if (!isObject(element) || id === undefined) return undefined;
  const label = elementLabel(element);
  const field = path[4];
  const part = valueAt(spec, path.slice(0, 6));
  const partId = isObject(part) ? knownString(part.id) : undefined;
  if (typeof field !== "string" || !Object.hasOwn(partFields, field) || partId === undefined) {
    return { key: keyOf("element", undefined, id), label };
  }
  const kind = partFields[field as PartField];
  return { key: keyOf(kind, id, partId), label: `${label} › ${kindNames[kind]} ${partId}` };
}

function survivors(after: Json): ReadonlySet<string> {
  const keys = new Set<string>();
  if (!isObject(after)) return keys;
  walkIds(after, ({ role, kinds: [kind], owner, id }) => {
    if (role === "definition") keys.add(keyOf(kind!, owner, id));
  });
  return keys;
}
