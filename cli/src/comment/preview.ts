/** Reads what `pulumi preview --json` prints. */

import { isObject, tryParseJson } from "pulumi-analytics-internal/core/data";
import { PackedTextError, unpack } from "pulumi-analytics-internal/core/engine";
import { ownType } from "../documents/states";

/** What Pulumi knows of a resource, before or after a step. */
export interface State {
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly retainOnDelete?: boolean;
}

export interface Step {
  readonly op: string;
  readonly urn: string;
  readonly before?: State | null;
  readonly after?: State | null;
}

export interface Message {
  readonly severity: string;
  readonly text: string;
  readonly urn?: string;
}

/** A resource that a policy refuses or advises on. */
export interface Violation {
  readonly level: string;
  readonly policy: string;
  readonly text: string;
  readonly urn?: string;
}

export interface Preview {
  readonly steps: Step[];
  readonly messages: Message[];
  readonly violations: Violation[];
  /** False where the output ends early. */
  readonly complete: boolean;
}

/** Pulumi's document, or one of its events. */
interface Printed {
  readonly steps?: readonly { op: string; urn: string; oldState?: State | null; newState?: State | null }[];
  readonly diagnostics?: readonly Diagnostic[];
  readonly summaryEvent?: unknown;
  readonly resourcePreEvent?: { metadata: { op: string; urn: string; old?: State | null; new?: State | null } };
  readonly diagnosticEvent?: Diagnostic;
  readonly policyEvent?: { enforcementLevel: string; policyName: string; message: string; resourceUrn?: string };
}

interface Diagnostic {
  readonly severity?: string;
  readonly message?: string;
  readonly urn?: string;
  readonly ephemeral?: boolean;
}

/**
 * Reads both forms of the output: one document, or an event per line with PULUMI_ENABLE_STREAMING_JSON_PREVIEW=true.
 * It skips lines that aren't JSON, such as other tools' output and a truncated document.
 */
export function readPreview(text: string): Preview {
  const whole = parseObject(text);
  const documents = (whole ? [whole] : text.split("\n").map(parseObject)) as (Printed | undefined)[];
  const known = documents.filter((document) => document !== undefined);
  return {
    steps: known.flatMap(readSteps),
    messages: known.flatMap(readMessages),
    violations: known.flatMap(({ policyEvent }) =>
      policyEvent === undefined
        ? []
        : {
            level: policyEvent.enforcementLevel,
            policy: policyEvent.policyName,
            text: policyEvent.message,
            urn: policyEvent.resourceUrn,
          },
    ),
    // The document is printed at the end, the summary is the last event but one.
    complete: known.some(({ steps, summaryEvent }) => Boolean(steps || summaryEvent)),
  };
}

function readSteps({ steps = [], resourcePreEvent }: Printed): Step[] {
  const listed = steps.map(({ op, urn, oldState, newState }) => ({ op, urn, before: oldState, after: newState }));
  if (resourcePreEvent === undefined) return listed;
  const { op, urn, old, new: after } = resourcePreEvent.metadata;
  return [...listed, { op, urn, before: old, after }];
}

function readMessages({ diagnostics, diagnosticEvent }: Printed): Message[] {
  return (diagnostics ?? [diagnosticEvent ?? {}]).flatMap(({ severity = "", message, urn, ephemeral }) => {
    if (ephemeral || !message) return [];
    // The document has the severity in the text, the events in a field.
    const prefix = `${severity}: `;
    return { severity, text: message.startsWith(prefix) ? message.slice(prefix.length) : message, urn };
  });
}

/** The object that a text is in JSON; undefined: none. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  const value = tryParseJson(text);
  return isObject(value) ? value : undefined;
}

/** The representation of a data model, if it is known and not confidential. */
export function readSpec(state: State | null | undefined): Record<string, unknown> | undefined {
  const { spec, confidential } = state?.inputs ?? {};
  const text = readText(spec);
  return typeof text === "string" && !confidential ? parseObject(text) : undefined;
}

/** A text that the provider plugin may have packed; undefined where it is damaged or too large. */
function readText(value: unknown): unknown {
  try {
    return unpack(value);
  } catch (error) {
    if (error instanceof PackedTextError) return undefined;
    throw error;
  }
}

/** The values of a model's placeholders; secret ones are no texts. */
export function readRefs(state: State | null | undefined): Record<string, unknown> {
  const refs = state?.inputs?.refs;
  return isObject(refs) ? refs : {};
}

/** The type of `urn:pulumi:<stack>::<project>::<parent types>$<type>::<name>`, as programs call it. */
export function readType(urn: string): string {
  const type = urn.split("::")[2]?.split("$").at(-1) ?? "";
  return type.replace(ownType, "");
}

export const formatName = (urn: string) => `${readType(urn)} ${urn.split("::").slice(3).join("::")}`;

/** A list of what was printed; nothing else that stands in its place. */
// biome-ignore lint/suspicious/noExplicitAny: what an earlier release printed; each reader looks at what it has.
export const readList = (value: unknown): any[] => (Array.isArray(value) ? value : []);
