import { remember } from "../../data";
import type { JsonObject, Path } from "../json";
import { ModelNames } from "./model-names";
import { formDefinitionKey, listDefinitions } from "./references";
import { findMeaning } from "./resolve";
import { indexSpec } from "./spec-index";
import { listThings, listUses } from "./uses";

/** Who refers to what in a model, and still exists after a change. */
export class Usage {
  private readonly users = new Map<string, Set<string>>();
  /** The names by which formulas and SQL refer to each thing. */
  private readonly named = new Map<string, Set<NamedUse>>();
  private lost: ReadonlySet<string> | undefined;

  /** Looks through `before`; what `after` doesn't contain no longer counts as a user. */
  constructor(
    private readonly before: JsonObject,
    private readonly after: JsonObject,
  ) {
    const surviving = new Set(listDefinitions(after).map(formDefinitionKey));
    for (const { of, path, name, isDisplay } of listUses(indexSpec(before))) {
      const user = isDisplay ? undefined : findThing(before, path);
      if (user === undefined || user.key === of) continue;
      if (surviving.has(user.key)) remember(this.users, of, () => new Set()).add(user.label);
      if (name === undefined) continue;
      remember(this.named, of, () => new Set()).add({ key: callKey(user.key, name), label: user.label });
    }
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
    const uses = [...((thing && this.named.get(thing.key)) ?? [])];
    if (uses.length === 0) return [];
    this.lost ??= collectUnresolvedNames(this.after);
    return [...new Set(uses.filter(({ key }) => this.lost!.has(key)).map(({ label }) => label))];
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
  const model = indexSpec(spec);
  const names = new ModelNames(model);
  const found = new Set<string>();
  for (const site of [...model.formulas, ...model.statements]) {
    const user = findThing(spec, site.buildPath());
    for (const { text, segments } of user === undefined ? [] : site.listNames()) {
      if (findMeaning(names, site, segments).status === "missing") found.add(callKey(user!.key, text));
    }
  }
  return found;
}

/** The innermost thing with an id that a path leads into: a part of a table, or an element. */
const findThing = (spec: JsonObject, path: Path) => listThings(spec, path).at(-1);
