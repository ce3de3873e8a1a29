/** Models that read from each other, and what their formulas name there. */

import { remember } from "../../data";
import { normalizePlainName } from "../../formula";
import { findNearest, suggest } from "../../text";
import { type JsonObject, listObjectEntries, readKnownString } from "../json";
import type { FormulaSite } from "../references/formula-sites";
import { collectMetrics, metricsHeading } from "../references/inherited-metrics";
import { type ForeignTable, ModelNames, type OtherModels } from "../references/model-names";
import { listElementPlaces } from "../references/references";
import { findControl, findForeignTable, findMeaning } from "../references/resolve";
import { describeSlashName } from "../references/slash-names";
import { indexSpec, type SpecIndex } from "../references/spec-index";
import { findNearestName, listInnerNames } from "../references/suggestions";
import type { Report } from "../text/findings";

/** A model that others may read from. */
export interface ModelOfSet {
  /** What messages call it. */
  readonly name: string;
  /** Its representation; every part has an id. Placeholders stay as they are. */
  readonly spec: JsonObject;
  /**
   * The model and the element that a source with the kind `data-model` names, by key and id; undefined: it can't be
   * known.
   */
  locate(source: JsonObject): { readonly model: string; readonly element: string } | undefined;
  /**
   * The key of the model whose control a parameter sets; undefined: it can't be known. Left out: parameters aren't
   * looked at.
   */
  locateModel?(parameter: JsonObject): string | undefined;
}

/**
 * Resolves names across models: a column that another model uses is known by the name it has there, given or derived.
 *
 * @example new ModelSet(new Map([["orders", orders], ["revenue", revenue]])).findUnknownNames("revenue")
 */
export class ModelSet {
  private readonly indexes = new Map<string, SpecIndex>();
  private readonly names = new Map<string, ModelNames>();

  /** @param models by key. */
  constructor(private readonly models: ReadonlyMap<string, ModelOfSet>) {}

  /** The names in a model. */
  getNames(key: string): ModelNames {
    const create = () => new ModelNames(this.getIndex(key), { findTable: this.createTableFinder(key) });
    return remember(this.names, key, create);
  }

  /**
   * The names in a model's formulas that mean nothing in the models that it reads from. What a single model decides is
   * left to its own rules.
   */
  findUnknownNames(key: string): UnknownName[] {
    const [alone, names] = [new ModelNames(this.getIndex(key)), this.getNames(key)];
    const unknown: UnknownName[] = [];
    this.getIndex(key).formulas.forEach((site) => {
      for (const name of site.listNames()) {
        const slash = describeSlashName(names, site, name);
        if (slash !== undefined && describeSlashName(alone, site, name) === undefined) {
          unknown.push({ path: site.buildPath(), span: { text: `[${name.text}]`, nth: name.nth }, ...slash });
        }
        const isMissing = findMeaning(names, site, name.segments).status === "missing";
        if (!isMissing || findMeaning(alone, site, name.segments).status === "missing") continue;
        unknown.push(describeUnknownName(site, name, names));
      }
    });
    return [...unknown, ...this.findUnknownControls(key)];
  }

  /** The parameters of controls that set a control which the other model doesn't have. */
  private findUnknownControls(key: string): UnknownName[] {
    const model = this.models.get(key)!;
    return listElementPlaces(model.spec).flatMap(({ element, path }) =>
      listObjectEntries(element.kind === "control" ? element.parameters : undefined).flatMap(([index, parameter]) => {
        const controlId = readKnownString(parameter.controlId);
        const other = model.locateModel?.(parameter);
        if (controlId === undefined || other === undefined || !this.models.has(other)) return [];
        const names = this.getNames(other);
        if (findControl(names, controlId).status !== "missing") return [];
        const near = findSimilar(controlId, [...names.controls.listWritten()]);
        return {
          path: [...path, "parameters", index, "controlId"],
          foreign: { key: other },
          message: `model ${this.models.get(other)!.name} has no control with the controlId \`${controlId}\``,
          hint: suggest(near),
        };
      }),
    );
  }

  private getIndex(key: string): SpecIndex {
    return remember(this.indexes, key, () => indexSpec(this.models.get(key)!.spec));
  }

  private createTableFinder(key: string): NonNullable<OtherModels["findTable"]> {
    return (source): ForeignTable | undefined => {
      const place = this.models.get(key)!.locate(source);
      const model = place && this.models.get(place.model);
      const table = model && this.getIndex(place.model).elements.get(place.element);
      if (place === undefined || table?.kind !== "table") return undefined;
      return { key: place.model, model: model!.name, table, names: this.getNames(place.model) };
    };
  }
}

/** A name that means nothing where it stands. */
export interface UnknownName extends Report {
  /** The other model in which the name is missing; undefined: no source has the name before the slash. */
  readonly foreign?: Pick<ForeignTable, "key">;
}

function describeUnknownName(
  site: FormulaSite,
  { text, segments, nth }: ReturnType<FormulaSite["listNames"]>[number],
  names: ModelNames,
): UnknownName {
  const foreign = findForeignTable(names, site, segments);
  const at = { path: site.buildPath(), span: { text: `[${text}]`, nth } };
  if (foreign === undefined) {
    const near = findNearestName(names, site, segments);
    return {
      ...at,
      message: `\`[${text}]\`: no source of this table is called \`${segments[0] ?? ""}\``,
      hint: suggest(near && `[${near}]`),
    };
  }
  const { model, table } = foreign;
  const isMetric = site.scope === "table" && normalizePlainName(segments[0] ?? "") === metricsHeading;
  const rest = segments.slice(site.scope === "side" && segments.length === 1 ? 0 : 1);
  const name = rest.join("/");
  const near = isMetric
    ? findSimilar(name, collectMetrics(foreign).names)
    : findSimilar(name, listInnerNames(foreign, rest));
  return {
    ...at,
    foreign,
    message:
      `\`[${text}]\`: model ${model}, element ${readKnownString(table.id)} has no ` +
      `${isMetric ? "metric" : "column"} \`${name}\``,
    hint: suggest(near),
  };
}

/** The name that was probably meant: one that is spelled almost so, or that holds it. */
function findSimilar(name: string, names: readonly string[]): string | undefined {
  return (
    findNearest(name, names) ?? names.find((other) => normalizePlainName(other).includes(normalizePlainName(name)))
  );
}
