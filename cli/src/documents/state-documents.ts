import { resolve } from "node:path";
import { findProjectFolder } from "pulumi-analytics-internal/core/files";
import { type IdentityMap, parseSpec } from "pulumi-analytics-internal/core/model";
import type { Json } from "pulumi-analytics-internal/core/model/json";
import type { CodedNoun } from "pulumi-analytics-internal/core/workbook";
import {
  parseStateModel,
  parseStateWorkbook,
  readDocumentText,
  readResourcesInState,
  type StateModel,
  type StateWorkbook,
} from "./states";

/** A data model, workbook or report as a stack's state has it. */
export interface StateDocument {
  readonly type: "data model" | CodedNoun;
  /** On the platform. */
  readonly id: string;
  /** What people call it: in the program, and on the platform. */
  readonly names: readonly string[];
  /** The absolute path of its file or folder; undefined: the program builds it. */
  readonly file: string | undefined;
  /** The ids that its placeholders stand for. */
  readonly refs: Readonly<Record<string, string>>;
  /** Of a data model: the platform's ids of its parts. */
  readonly ids: IdentityMap | undefined;
  /** Of a data model: its form as it was last deployed; undefined where a secret hides it. */
  readonly form: Json | undefined;
  /** All of it. */
  readonly resource: StateModel | StateWorkbook;
}

/** The documents of the stacks whose projects some files and folders are in. */
export async function readStateDocuments(
  places: readonly string[],
  stack: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<StateDocument[]> {
  const projects = new Set(places.flatMap((place) => findProjectFolder(place) ?? []));
  const found: StateDocument[] = [];
  for (const project of projects) {
    const resources = await readResourcesInState(project, stack, env);
    const locate = (file: string | undefined) => (file === undefined ? undefined : resolve(project, file));
    for (const model of resources.flatMap(parseStateModel)) {
      const { id, urn, inputs, outputs } = model;
      found.push({
        type: "data model",
        id,
        names: [getUrnName(urn), ...(inputs.name === undefined ? [] : [inputs.name])],
        file: locate(inputs.file),
        refs: filterTexts(inputs.refs),
        ids: outputs.ids as IdentityMap | undefined,
        form: parseForm(readDocumentText(model)),
        resource: model,
      });
    }
    for (const resource of resources.flatMap(parseStateWorkbook)) {
      const { id, urn, inputs, type: kind } = resource;
      const about = { id, names: [getUrnName(urn)], file: locate(inputs.file), refs: filterTexts(inputs.refs) };
      found.push({
        type: kind.endsWith("Report") ? "report" : "workbook",
        ...about,
        ids: undefined,
        form: undefined,
        resource,
      });
    }
  }
  return found;
}

const getUrnName = (urn: string) => urn.split("::").at(-1) ?? "";

const filterTexts = (refs: Readonly<Record<string, unknown>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(refs).filter((entry): entry is [string, string] => typeof entry[1] === "string"));

/** The text of a form; a secret is none. */
function parseForm(text: string | undefined): Json | undefined {
  return text === undefined ? undefined : parseSpec(text);
}
