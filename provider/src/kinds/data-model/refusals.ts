import { type ApiError, objectPathText } from "../../core/api";
import {
  emptyIdentity,
  type Finding,
  isPlaceholder,
  type Json,
  type Path,
  pathText,
  toServerIds,
} from "../../core/spec";
import { elementPlaces, walkFormulas } from "../../core/spec/internal";
import { isObject, valueAt } from "../../core/spec/json";
import { modelOf } from "./contents";
import type { DataModelInputs, DataModelOutputs } from "./fields";
import { locateIn } from "./places";

/** How many places a hint names. */
const mostPlaces = 3;

/**
 * What to do about the platform's refusal of a model. The platform names an id, a table or a path from somewhere inside; the hint names the
 * field, and the file with line and column.
 *
 * @param outputs of the state: the platform's ids stand in what was sent.
 * @returns undefined for an error that says enough, or about something that wasn't sent.
 * @example "Dependency not found: 'f3'" → "Look at models/orders.yaml:8:13: pages[main].elements[orders].source.connectionId (`!ref
 *   warehouse`). The platform has no such connection, or these credentials can't see it."
 */
export function hintOnRefusal(
  error: ApiError,
  inputs: DataModelInputs,
  { ids = emptyIdentity() }: Partial<DataModelOutputs>,
): string | undefined {
  if (error.method === "GET" || error.method === "DELETE") return undefined;
  const sent = new Sent(inputs, toServerIds(modelOf(inputs).declared, ids));
  if (error.status === 403 && error.fromProxy) return hintOnGateway(error, sent);
  if (error.status !== 400) return undefined;
  const { detail } = error;

  const [, table, connection] = /source not found: warehouse table '(.+?)' on connection ([\w-]+)/i.exec(detail) ?? [];
  if (table !== undefined && connection !== undefined) return hintOnTable(table, connection, sent);

  const [, id, reference] = /dependency not found: (?:'([^']+)'|formula reference (.+?)[.\s]*$)/i.exec(detail) ?? [];
  if (id !== undefined || reference !== undefined) return hintOnDependency((id ?? reference) as string, inputs, sent);

  const [, model, control] =
    /invalid parameter on control: .*? targeting data model: ([^\s,]+), controlId: (.+?)\.?$/i.exec(detail) ?? [];
  if (model !== undefined && control !== undefined) return hintOnParameter(model, control, sent);

  const [, path, wrong = ""] = /^([A-Za-z$][\w$]*(?:\[\d+\]|\.[\w$]+)+): (.+)/.exec(detail) ?? [];
  if (path !== undefined) return sent.hint(sent.below(stepsOf(path), wrong));
  return undefined;
}

/** What an id in a field is the id of. */
const nouns: Readonly<Record<string, string>> = {
  connectionId: "connection",
  folderId: "folder",
  dataModelId: "data model",
  datasetId: "dataset",
  elementId: "element",
  targetElementId: "element",
  groupingId: "grouping",
  controlId: "control",
};

function hintOnDependency(id: string, { folderId, file }: DataModelInputs, sent: Sent): string | undefined {
  const missing = (noun: string) => `The platform has no such ${noun}, or these credentials can't see it.`;
  if (folderId === id) {
    const where = file === undefined ? "folderId" : `folderId, which the program gives to the model of ${file}`;
    return `Look at ${where}. ${missing("folder")} \`getFolder\` finds one by its path.`;
  }
  const values = sent.valuesEqualTo(id);
  const [value] = values;
  if (value !== undefined) return sent.hint(values, missing(nouns[String(value.at(-1))] ?? "object"));
  return sent.hint(
    sent.formulasThatName(id),
    "A name in this formula leads nowhere; the platform prints names in lower case.",
  );
}

/** The platform names the control by an id of its own. */
function hintOnParameter(model: string, control: string, sent: Sent): string | undefined {
  const isOfModel = (place: Path) => sent.valueAt([...place.slice(0, -1), "dataModelId"]) === model;
  const places = sent.valuesEqualTo(control).filter((place) => place.at(-1) === "controlId" && isOfModel(place));
  return sent.hint(
    places,
    "The platform doesn't let this control set that one: the other model has no control with this `controlId` (which isn't its id), these credentials " +
      "can't see the model, or its joins don't allow it.",
  );
}

function hintOnTable(table: string, connection: string, sent: Sent): string {
  const places = sent.tables(table);
  const path =
    (places.map((place) => sent.valueAt(place)).find(Array.isArray) as string[] | undefined) ?? table.split(".");
  const argument = objectPathText(path);
  const body = JSON.stringify({ path });
  const connections = places.map((place) => [...place.slice(0, -1), "connectionId"]);
  return [
    sent.hint([...places, ...connections.filter((place) => sent.valueAt(place) !== undefined)]),
    "The platform's catalog lacks the table: it is new, its path is wrong, or its connectionId is.",
    `Sync it with \`npx pulumi-analytics sync ${connection} ${/^[\w.-]+$/.test(argument) ? argument : `'${argument}'`}\` (POST /v2/connections/${connection}/sync ${body}), then run \`pulumi up\` again.`,
  ]
    .filter(Boolean)
    .join(" ");
}

function hintOnGateway(error: ApiError, sent: Sent): string | undefined {
  const places = sent.textsLike(/\brgba?\(|<\/?[a-z][^<>]*>|\bunion\s+select\b|;\s*(?:drop|delete|insert)\b/i);
  const where = sent.hint(places, "The gateway is likely to have taken it for an attack.");
  return where && [error.hint, where].filter(Boolean).join(" ");
}

/** `joins[0].left.connectionId` → its steps. */
function stepsOf(path: string): Path {
  return path.split(/[.[\]]+/).flatMap((step) => (step === "" ? [] : [/^\d+$/.test(step) ? Number(step) : step]));
}

/** The contents as they were sent, which lie in the same places as in the user's file. */
class Sent {
  constructor(
    private readonly inputs: DataModelInputs,
    private readonly contents: Json,
  ) {}

  valueAt(path: Path): Json | undefined {
    return valueAt(this.contents, path);
  }

  /** References that have this value; where a definition has it, it can't be missing. */
  valuesEqualTo(id: string): Path[] {
    return this.texts((text, key) => key !== "id" && text === id);
  }

  textsLike(pattern: RegExp): Path[] {
    return this.texts((text) => pattern.test(text));
  }

  /** Formulas that refer to an element's column, or to anything else by name, in whatever case. */
  formulasThatName(reference: string): Path[] {
    const wanted = reference.replace(/^\[|\]$/g, "").toLowerCase();
    const paths: Path[] = [];
    if (!isObject(this.contents)) return paths;
    walkFormulas(this.contents, (site) => {
      if (site.names().some(({ segments }) => segments.join("/").toLowerCase() === wanted)) paths.push(site.path());
    });
    return paths;
  }

  /** The paths of warehouse tables that read like this with dots between them. */
  tables(dotted: string): Path[] {
    const wanted = dotted.toLowerCase();
    return this.places((value) => isObject(value) && Array.isArray(value.path))
      .map((path) => [...path, "path"])
      .filter((path) => (this.valueAt(path) as Json[]).join(".").toLowerCase() === wanted);
  }

  /**
   * The places that a path of the platform's message may name: it starts at the root, at an element or at its source. If the message says that a value is
   * missing, only places without a value count.
   */
  below(steps: Path, wrong: string): Path[] {
    const elements = isObject(this.contents) ? [...elementPlaces(this.contents)].map(({ path }) => path) : [];
    const starts: Path[] = [[], ...elements, ...elements.map((path) => [...path, "source"])];
    const isMissing = /\bundefined\b|\brequired\b|\bmissing\b/i.test(wrong);
    return starts
      .map((start) => [...start, ...steps])
      .filter((path) => isObject(this.valueAt(path.slice(0, -1))) && (this.valueAt(path) === undefined) === isMissing);
  }

  /** Places for people, and what is to be said of them; undefined when there are none. */
  hint(paths: readonly Path[], what?: string): string | undefined {
    if (paths.length === 0) return undefined;
    const findings = paths.slice(0, mostPlaces).map((path): Finding => {
      const form = modelOf(this.inputs).authored;
      return { rule: "refused", severity: "error", path, pathText: pathText(form, path), message: "" };
    });
    const { file } = this.inputs;
    if (file !== undefined) locateIn(file, findings);
    const more = paths.length > mostPlaces ? ` and ${paths.length - mostPlaces} more` : "";
    return `Look at ${findings.map((finding) => this.placeText(finding)).join(", ")}${more}.${what ? ` ${what}` : ""}`;
  }

  private placeText({ path, pathText: inModel, file, line, column }: Finding): string {
    const place = [file, line, column].filter((part) => part !== undefined).join(":");
    const value = valueAt(modelOf(this.inputs).authored, path);
    return `${place && `${place}: `}${inModel}${isPlaceholder(value) ? ` (\`!ref ${value.$ref}\`)` : ""}`;
  }

  private texts(wanted: (text: string, key: string | number | undefined) => boolean): Path[] {
    return this.places((value, path) => typeof value === "string" && wanted(value, path.at(-1)));
  }

  private places(wanted: (value: Json, path: Path) => boolean): Path[] {
    const found: Path[] = [];
    const walk = (value: Json | undefined, path: Path): void => {
      if (value === undefined) return;
      if (wanted(value, path)) found.push(path);
      if (Array.isArray(value)) value.forEach((item, index) => void walk(item, [...path, index]));
      else if (isObject(value)) for (const key of Object.keys(value)) walk(value[key], [...path, key]);
    };
    walk(this.contents, []);
    return found;
  }
}
