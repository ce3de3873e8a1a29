import { getValue, isObject, type Json, type JsonObject, type Path, readKnownString } from "../json";
import { type FormulaSite, walkFormulas, walkStatements } from "./formula-sites";
import { ModelNames } from "./model-names";
import { type IdKind, kindNames, type PartField, partFields, walkIds } from "./references";
import { findMeaning } from "./resolve";
import { formatElementLabel, indexSpec } from "./spec-index";

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
    this.surviving = collectSurvivors(after);
    this.addReferences();
    this.addNames();
  }

  /**
   * The users of the part at a path, for people: `table fact_orders › relationship customer`. Being in a display list
   * is no use.
   */
  listUsers(path: Path): string[] {
    const thing = findThing(this.before, path);
    return thing === undefined ? [] : [...(this.users.get(thing.key) ?? [])];
  }

  /**
   * The users of the part at a path that still call it by a name, and this name means nothing afterwards: it had it
   * before.
   */
  listBrokenCallers(path: Path): string[] {
    const thing = findThing(this.before, path);
    const uses = (thing && this.named.get(thing.key)) ?? [];
    if (uses.length === 0) return [];
    this.lost ??= collectUnresolvedNames(this.after);
    return [...new Set(uses.filter(({ key }) => this.lost!.has(key)).map(({ label }) => label))];
  }

  private addReferences(): void {
    walkIds(this.before, (site) => {
      if (site.role !== "reference" || display.has(site.field)) return;
      for (const kind of site.kinds) this.add(formKey(kind, site.owner, site.id), site.buildPath());
    });
  }

  private addNames(): void {
    const names = new ModelNames(indexSpec(this.before));
    const addSite = (site: FormulaSite) => {
      for (const { text, segments } of site.listNames()) {
        for (const { element, part } of findMeaning(names, site, segments).targets) {
          const owner = readKnownString(element.id);
          if (owner === undefined) continue;
          const partId = readKnownString(part?.item.id);
          if (part !== undefined && partId !== undefined) this.addName(formKey(part.kind, owner, partId), site, text);
          if (element !== site.element) this.addName(formKey("element", undefined, owner), site, text);
        }
      }
    };
    walkFormulas(this.before, addSite);
    walkStatements(this.before, addSite);
  }

  private addName(used: string, site: FormulaSite, text: string): void {
    this.add(used, site.buildPath());
    const user = findThing(this.before, site.buildPath());
    if (user === undefined || user.key === used) return;
    const uses = this.named.get(used) ?? [];
    uses.push({ key: callKey(user.key, text), label: user.label });
    this.named.set(used, uses);
  }

  private add(used: string, path: Path): void {
    const user = findThing(this.before, path);
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
function collectUnresolvedNames(spec: JsonObject): ReadonlySet<string> {
  const names = new ModelNames(indexSpec(spec));
  const found = new Set<string>();
  const addSite = (site: FormulaSite) => {
    const user = findThing(spec, site.buildPath());
    for (const { text, segments } of user === undefined ? [] : site.listNames()) {
      if (findMeaning(names, site, segments).status === "missing") found.add(callKey(user!.key, text));
    }
  };
  walkFormulas(spec, addSite);
  walkStatements(spec, addSite);
  return found;
}

/** Lists that only affect display. */
const display = new Set(["order[]", "folders[].items[]", "metricOrder[]", "metricFolders[].items[]"]);

const formKey = (kind: IdKind, owner: string | undefined, id: string) => JSON.stringify([kind, owner ?? null, id]);

/** The innermost thing with an id that a path leads into: a part of a table, or an element. */
function findThing(spec: JsonObject, path: Path): { key: string; label: string } | undefined {
  const element = getValue(spec, path.slice(0, 4));
  const id = isObject(element) ? readKnownString(element.id) : undefined;
  if (!isObject(element) || id === undefined) return undefined;
  const label = formatElementLabel(element);
  const field = path[4];
  const part = getValue(spec, path.slice(0, 6));
  const partId = isObject(part) ? readKnownString(part.id) : undefined;
  if (typeof field !== "string" || !Object.hasOwn(partFields, field) || partId === undefined) {
    return { key: formKey("element", undefined, id), label };
  }
  const kind = partFields[field as PartField];
  return { key: formKey(kind, id, partId), label: `${label} › ${kindNames[kind]} ${partId}` };
}

function collectSurvivors(after: Json): ReadonlySet<string> {
  const keys = new Set<string>();
  if (!isObject(after)) return keys;
  walkIds(after, ({ role, kinds: [kind], owner, id }) => {
    if (role === "definition") keys.add(formKey(kind!, owner, id));
  });
  return keys;
}
