import { filterObjects, isObject, type Json, type JsonObject } from "../json";
import type { CodedNoun } from "../spec-types";
import type { Report } from "../text/findings";

/** The keys of the envelopes that the API has around a workbook or report. */
const envelopes = ["contents", "document"];

/**
 * Why a form is no data model, workbook or report at all: another of the three, an error or a list of the API, or an
 * answer without contents. Undefined: it may be one, and the rules say what is wrong in it.
 *
 * @param form for a workbook or report what is in its envelope.
 */
export function explainForm(form: JsonObject, wanted: "data model" | CodedNoun): Report | undefined {
  const { pages, elements, layout, kind, message, code, entries } = form;
  if (typeof message === "string" && code !== undefined && pages === undefined) {
    return { path: [], message: "this is an error of the API, and no document", hint: "Read the document again." };
  }
  if (Array.isArray(entries) && pages === undefined) {
    const hint = "Read one of them, with its contents.";
    return { path: ["entries"], message: "this is a list of the API, and no document", hint };
  }
  if (wanted !== "data model") {
    const other = coded.find((noun) => noun !== wanted && noun === kind);
    if (other !== undefined) return explainCoded(other, wanted, ["kind"]);
    const hasElements = filterObjects(pages).some((page) => Array.isArray(page.elements));
    if (hasElements && elements === undefined && layout === undefined) {
      const own = "its elements in a list beside `pages`, and a `layout`";
      const hint = `Declare it as a \`DataModel\`. A ${wanted} has ${own}.`;
      return { path: [], message: `this is a data model, not a ${wanted}`, hint };
    }
  }
  return (
    explainEnvelope(form, wanted) ?? (wanted === "data model" ? explainWorkbook(kind, elements, layout) : undefined)
  );
}

const coded: readonly CodedNoun[] = ["workbook", "report"];

function explainCoded(noun: CodedNoun, wanted: string, path: readonly string[]): Report {
  const kind = noun === "workbook" ? "Workbook" : "Report";
  return { path: [...path], message: `this is a ${noun}, not a ${wanted}`, hint: `Declare it as a \`${kind}\`.` };
}

function explainEnvelope(form: JsonObject, wanted: string): Report | undefined {
  if (form.pages !== undefined) return undefined;
  for (const key of envelopes) {
    const inner = form[key];
    if (inner === undefined) continue;
    if (isObject(inner)) {
      if (wanted !== "data model") {
        return {
          path: [key],
          message: `the contents of the ${wanted} are wrapped twice`,
          hint: `Remove one \`${key}:\`.`,
        };
      }
      return explainWorkbook("workbook", undefined, undefined);
    }
    if (typeof inner === "string") {
      const hint = `Write it as YAML or JSON: without the \`|\` behind \`${key}:\`, or without the quotes.`;
      return { path: [key], message: `\`${key}\` is a text that holds a document`, hint };
    }
    const hint = "Read the document with `?includeContents=true`.";
    return { path: [key], message: `this answer of the API has no ${key}`, hint };
  }
  return undefined;
}

function explainWorkbook(
  kind: Json | undefined,
  elements: Json | undefined,
  layout: Json | undefined,
): Report | undefined {
  const noun = coded.find((one) => one === kind);
  if (noun === undefined && (!Array.isArray(elements) || layout === undefined)) return undefined;
  return explainCoded(noun ?? "workbook", "data model", []);
}
