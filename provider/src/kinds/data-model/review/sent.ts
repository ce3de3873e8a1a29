import { normalizePlainName } from "../../../core/formula";
import {
  type Finding,
  formatPath,
  getValue,
  isPlaceholder,
  type JsonObject,
  type Path,
  ruleSeverities,
  validateSpec,
  writeStart,
} from "../../../core/model";
import { isObject, type Json, walkValues } from "../../../core/model/json";
import {
  findNearestName,
  indexSpec,
  listElementPlaces,
  ModelNames,
  walkFormulas,
} from "../../../core/model/references";
import { buildFrame, locate } from "../../document/locate";
import { getModel } from "../declaration";
import type { DataModelInputs } from "../fields";

/** How many places a hint names. */
const mostPlaces = 3;

/** Of a name with its table's: `ORDERS/AMOUNT` → `AMOUNT`. */
export const getLastPart = (name: string) => name.split("/").at(-1)!.trim();

/** The contents as they were sent, which lie in the same places as in the user's file. */
export class Sent {
  constructor(
    private readonly inputs: DataModelInputs,
    private readonly contents: Json,
  ) {}

  getValue(path: Path): Json | undefined {
    return getValue(this.contents, path);
  }

  /** References that have this value; where a definition has it, it can't be missing. */
  findValues(id: string): Path[] {
    return this.findTextPlaces((text, key) => key !== "id" && text === id);
  }

  findTexts(pattern: RegExp): Path[] {
    return this.findTextPlaces((text) => pattern.test(text));
  }

  /** Formulas that refer to an element's column, or to anything else by name, in whatever case. */
  findFormulasNaming(reference: string): Path[] {
    const wanted = reference.replace(/^\[|\]$/g, "").toLowerCase();
    const paths: Path[] = [];
    if (!isObject(this.contents)) return paths;
    walkFormulas(this.contents, (site) => {
      if (site.listNames().some(({ segments }) => segments.join("/").toLowerCase() === wanted))
        paths.push(site.buildPath());
    });
    return paths;
  }

  /** Keys of joins that have a name, in whatever case. */
  findKeysNaming(name: string): Path[] {
    // The platform may print the side's name before it.
    const wanted = [normalizePlainName(name), normalizePlainName(getLastPart(name))];
    const paths: Path[] = [];
    if (!isObject(this.contents)) return paths;
    walkFormulas(this.contents, (site) => {
      const path = site.buildPath();
      if (site.scope !== "side" || !path.includes("joins")) return;
      const names = site.listNames().map(({ segments }) => segments.join("/"));
      const texts = names.length > 0 ? names : [String(this.getValue(path))];
      if (texts.some((text) => wanted.includes(normalizePlainName(text)))) paths.push(path);
    });
    return this.findExactly(paths, name);
  }

  /** Of places whose names differ in spelling only, those that are spelled like this, if there are some. */
  private findExactly(paths: Path[], name: string): Path[] {
    const exact = paths.filter((path) => String(this.getValue(path)).toLowerCase().includes(name.toLowerCase()));
    return exact.length > 0 ? exact : paths;
  }

  /** The formula that the platform quotes; without a quote, those that the rules find fault with. */
  findInvalidFormulas(quoted: string | undefined): Path[] {
    if (quoted !== undefined) {
      const same = this.findTextPlaces((text) => text.trim() === quoted.trim());
      if (same.length > 0) return same;
    }
    const rules = new Set(["formula-syntax", "unknown-function", "sql-operator"]);
    const severities = Object.fromEntries(
      Object.keys(ruleSeverities).map((rule) => [rule, rules.has(rule) ? ("error" as const) : ("off" as const)]),
    );
    return validateSpec(this.contents, { severities }).map(({ path }) => path);
  }

  /** A field of the tables that meet a condition. */
  findTables(condition: (table: JsonObject) => boolean, field: string): Path[] {
    return this.listElements()
      .filter(({ element }) => element.kind === "table" && condition(element))
      .map(({ path }) => [...path, field]);
  }

  findElementsWithoutKind(): Path[] {
    return this.listElements()
      .filter(({ element }) => element.kind === undefined)
      .map(({ path }) => path);
  }

  findObjectsWithoutKind(...fields: readonly string[]): Path[] {
    return this.findPlaces(
      (value, path) => fields.includes(String(path.at(-1))) && isObject(value) && value.kind === undefined,
    );
  }

  /** The formats of numbers that aren't of d3; all of them, if each seems to be. */
  findNumberFormats(): Path[] {
    const severities = Object.fromEntries(Object.keys(ruleSeverities).map((rule) => [rule, "off" as const]));
    const wrong = validateSpec(this.contents, { severities: { ...severities, "number-format": "error" } });
    if (wrong.length > 0) return wrong.map(({ path }) => path);
    return this.findPlaces((value, path) => path.at(-1) === "format" && isObject(value) && value.kind === "number").map(
      (path) => [...path, "formatString"],
    );
  }

  findRelationships(): Path[] {
    return this.findPlaces((value, path) => path.at(-2) === "relationships" && isObject(value));
  }

  /** Names and ids that have this text. */
  findNames(text: string): Path[] {
    return this.findTextPlaces((value, key) => (key === "id" || key === "name") && value === text);
  }

  /** What was probably meant by a name that leads nowhere. */
  findNearest(reference: string): string | undefined {
    if (!isObject(this.contents)) return undefined;
    const names = new ModelNames(indexSpec(this.contents));
    let near: string | undefined;
    walkFormulas(this.contents, (site) => {
      for (const { segments } of site.listNames()) {
        if (near === undefined && segments.join("/").toLowerCase() === reference.toLowerCase()) {
          near = findNearestName(names, site, segments);
        }
      }
    });
    return near;
  }

  private listElements(): { element: JsonObject; path: Path }[] {
    return isObject(this.contents) ? listElementPlaces(this.contents) : [];
  }

  /** The paths of warehouse tables that read like this with dots between them. */
  listTables(dotted: string): Path[] {
    const wanted = dotted.toLowerCase();
    return this.findPlaces((value) => isObject(value) && Array.isArray(value.path))
      .map((path) => [...path, "path"])
      .filter((path) => (this.getValue(path) as Json[]).join(".").toLowerCase() === wanted);
  }

  /**
   * The places that a path of the platform's message may name: it starts at the root, at an element or at its source.
   * If the message says that a value is missing, only places without a value count.
   */
  findBelow(steps: Path, wrong: string): Path[] {
    const elements = this.listElements().map(({ path }) => path);
    const starts: Path[] = [[], ...elements, ...elements.map((path) => [...path, "source"])];
    const isMissing = /\bundefined\b|\brequired\b|\bmissing\b/i.test(wrong);
    return starts
      .map((start) => [...start, ...steps])
      .filter(
        (path) => isObject(this.getValue(path.slice(0, -1))) && (this.getValue(path) === undefined) === isMissing,
      );
  }

  /** Places for people, and what is to be said of them; undefined when there are none. */
  findHint(paths: readonly Path[], what?: string): string | undefined {
    if (paths.length === 0) return undefined;
    const findings = paths.slice(0, mostPlaces).map((path): Finding => {
      const form = getModel(this.inputs).authored;
      return { rule: "refused", severity: "error", path, pathText: formatPath(form, path), message: "" };
    });
    const { file, confidential } = this.inputs;
    if (file !== undefined) locate(file, findings);
    const more = paths.length > mostPlaces ? ` and ${paths.length - mostPlaces} more` : "";
    const frame = confidential ? undefined : buildFrame(findings[0]!);
    const look = `Look at ${findings.map((finding) => this.placeText(finding)).join(", ")}${more}.`;
    const text = what === undefined ? look : `${look} ${what}`;
    return frame === undefined ? text : `${text}\n${frame}`;
  }

  private placeText(finding: Finding): string {
    const value = getValue(getModel(this.inputs).authored, finding.path);
    return `${writeStart(finding)}${finding.pathText}${isPlaceholder(value) ? ` (\`!ref ${value.$ref}\`)` : ""}`;
  }

  findTextPlaces(wanted: (text: string, key: string | number | undefined) => boolean): Path[] {
    return this.findPlaces((value, path) => typeof value === "string" && wanted(value, path.at(-1)));
  }

  private findPlaces(wanted: (value: Json, path: Path) => boolean): Path[] {
    return [...walkValues(this.contents)].filter(({ value, path }) => wanted(value, path)).map(({ path }) => path);
  }
}
