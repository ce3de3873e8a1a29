import { readTokens } from "../../formula";
import { type JsonObject, type Path, readKnownString } from "../json";
import { type FormulaSite, walkFormulas } from "../references/formula-sites";
import { ModelNames } from "../references/model-names";
import { findMeaning } from "../references/resolve";
import { indexSpec } from "../references/spec-index";

/** Formulas that mean what they did, and call it by its new name. */
export class Followers {
  readonly #before: Sites;
  readonly #after: Sites;

  constructor(before: JsonObject, after: JsonObject) {
    this.#before = new Sites(before);
    this.#after = new Sites(after);
  }

  /** Whether two formulas differ in nothing but what they call the same things. */
  has(before: Path, after: Path): boolean {
    const [was, is] = [this.#before.read(before), this.#after.read(after)];
    return (
      was !== undefined &&
      is !== undefined &&
      was.length === is.length &&
      was.every(({ text, means }, at) => text === is[at]!.text || (means !== undefined && means === is[at]!.means))
    );
  }
}

/** A part of a formula, and of a name the thing that it surely means, by ids. */
interface Part {
  readonly text: string;
  readonly means?: string | undefined;
}

/** The formulas of a model by their places. */
class Sites {
  readonly #names: ModelNames;
  readonly #sites = new Map<string, FormulaSite>();

  constructor(spec: JsonObject) {
    this.#names = new ModelNames(indexSpec(spec));
    walkFormulas(spec, (site) => this.#sites.set(JSON.stringify(site.buildPath()), site));
  }

  read(path: Path): Part[] | undefined {
    const site = this.#sites.get(JSON.stringify(path));
    const text = site?.readFormula();
    if (site === undefined || text === undefined) return undefined;
    const names = site.listNames();
    let nth = 0;
    return readTokens(text).map((token) =>
      token.kind === "name" ? { text: token.text, means: this.#findThing(site, names[nth++]!.segments) } : token,
    );
  }

  /** Undefined: it isn't known, or there are several. */
  #findThing(site: FormulaSite, segments: readonly string[]): string | undefined {
    const { status, targets, isDoubtful } = findMeaning(this.#names, site, segments);
    const [target, ...others] = targets;
    if (status !== "found" || isDoubtful || target === undefined || others.length > 0) return undefined;
    const { element, part } = target;
    const ids = [readKnownString(element.id), part && readKnownString(part.item.id)];
    return JSON.stringify([part?.kind, ...ids]);
  }
}
