import { z } from "zod";
import type { Call } from "../../call";
import { requireDependency } from "../../http/errors";
import { defineObject } from "../../http/fields";
import { parseBody } from "../../http/validate";

/** What a swap of sources leaves as it is, because the document doesn't read from it. */
interface Unswapped {
  readonly unswappedSources: string[];
  readonly unswappedConnections: string[];
}

/** Makes a document read from other data models, datasets, tables and connections. */
export function swapSources(call: Call, documentId: string, body: unknown): Unswapped {
  const text = z.string();
  const texts = z.array(text);
  const column = z.union([text, texts]);
  const { sourceMapping = [], connectionMapping = [] } = parseBody(
    defineObject(call, {
      sourceMapping: z
        .array(
          defineObject(call, {
            fromId: text,
            toId: text,
            metricMapping: z.array(defineObject(call, { fromMetric: text, toMetric: text })).optional(),
            columnMapping: z.array(defineObject(call, { fromColumn: column, toColumn: column })).optional(),
          }),
        )
        .optional(),
      connectionMapping: z
        .array(
          defineObject(call, {
            fromId: text,
            toId: text,
            swapTables: z.boolean().optional(),
            paths: z.array(defineObject(call, { fromPath: texts, toPath: texts })).optional(),
          }),
        )
        .optional(),
      copyInputTableData: z.boolean().optional(),
    }),
    body,
  );
  const swapped = new Set<string>();
  const swapId = (value: unknown): unknown => {
    const found = sourceMapping.find(({ fromId }) => fromId === value);
    if (found) {
      swapped.add(found.fromId);
    }
    return found?.toId ?? value;
  };
  const swap = (value: unknown): unknown => {
    if (Array.isArray(value)) {
      return value.map(swap);
    }
    if (value === null || typeof value !== "object") {
      return swapId(value);
    }
    const { connectionId, ...rest } = value as Record<string, unknown>;
    const kept = Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, swap(part)]));
    // Tables stay on their connection unless they are asked for; statements always move.
    const found = connectionMapping.find(
      ({ fromId, swapTables }) => fromId === connectionId && (swapTables || rest.kind === "sql"),
    );
    if (found) {
      swapped.add(found.fromId);
    }
    return connectionId === undefined ? kept : { ...kept, connectionId: found?.toId ?? connectionId };
  };
  for (const { toId } of connectionMapping) {
    requireDependency(call.store.connections.get(toId), toId);
  }
  const contents = call.store.documentContents.get(documentId);
  if (contents) {
    call.store.documentContents.put(documentId, swap(contents) as typeof contents);
  }
  const listUnswapped = (mapping: readonly { fromId: string }[]) =>
    mapping.map(({ fromId }) => fromId).filter((id) => !swapped.has(id));
  return { unswappedSources: listUnswapped(sourceMapping), unswappedConnections: listUnswapped(connectionMapping) };
}
