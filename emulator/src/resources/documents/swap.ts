import { z } from "zod";
import type { Call } from "../../call";
import { requireDependency } from "../../http/errors";
import { defineObject } from "../../http/fields";
import { parseBody } from "../../http/validate";

type Swaps = z.output<ReturnType<typeof defineSwaps>>;

/** What a swap of sources leaves as it is, because the document doesn't read from it. */
interface Unswapped {
  readonly unswappedSources: string[];
  readonly unswappedConnections: string[];
}

/** Which models and connections are read instead of others. */
function defineSwaps(call: Call) {
  const text = z.string();
  const texts = z.array(text);
  const column = z.union([text, texts]);
  const list = <Shape extends z.ZodRawShape>(shape: Shape) => z.array(defineObject(call, shape)).optional();
  return defineObject(call, {
    sourceMapping: list({
      fromId: text,
      toId: text,
      metricMapping: list({ fromMetric: text, toMetric: text }),
      columnMapping: list({ fromColumn: column, toColumn: column }),
    }),
    connectionMapping: list({
      fromId: text,
      toId: text,
      swapTables: z.boolean().optional(),
      paths: list({ fromPath: texts, toPath: texts }),
    }),
    copyInputTableData: z.boolean().optional(),
  });
}

export function parseSwaps(call: Call, body: unknown): Swaps {
  const swaps = parseBody(defineSwaps(call), body);
  for (const { toId } of swaps.connectionMapping ?? []) requireDependency(call.store.connections.get(toId), toId);
  return swaps;
}

/** Of a report, only data models are swapped here. */
export function parseReportSwaps(call: Call, body: unknown): Swaps {
  const end = z.looseObject({ type: z.string(), dataModelId: z.string().optional() });
  const { sourceMapping } = parseBody(
    defineObject(call, {
      sourceMapping: z.array(
        defineObject(call, {
          from: end,
          to: end,
          metricMapping: z.unknown().optional(),
          columnMapping: z.unknown().optional(),
        }),
      ),
    }),
    body,
  );
  const models = sourceMapping.flatMap(({ from, to }) =>
    from.dataModelId && to.dataModelId ? [{ fromId: from.dataModelId, toId: to.dataModelId }] : [],
  );
  for (const { toId } of models) requireDependency(call.store.dataModels.get(toId), toId);
  return { sourceMapping: models };
}

/** Makes a workbook, a report or a template read from other data models and connections. */
export function swapSources(call: Call, documentId: string, swaps: Swaps): Unswapped {
  const contents = call.store.documentContents.get(documentId) ?? { documentId, pages: [] };
  const { swapped, ...unswapped } = swap(contents, swaps);
  call.store.documentContents.put(documentId, swapped);
  return unswapped;
}

/**
 * Contents with other sources, and what nothing in them reads. Without `swapTables`, only statements change their
 * connection.
 */
export function swap<Contents>(
  contents: Contents,
  { sourceMapping = [], connectionMapping = [] }: Swaps,
): { swapped: Contents } & Unswapped {
  const found = new Set<string>();
  const swapped = JSON.parse(JSON.stringify(contents), (_key, value) => {
    // What binds a control to one of a data model stays as it is, although its model is swapped.
    const isSource = value?.kind === "data-model" && !("controlId" in value);
    const model = sourceMapping.find(({ fromId }) => isSource && value.dataModelId === fromId);
    const connection = connectionMapping.find(
      ({ fromId, swapTables }) =>
        value?.connectionId === fromId && (value.kind === "sql" || (value.kind === "warehouse-table" && swapTables)),
    );
    for (const { fromId } of [model, connection].filter((one) => one !== undefined)) found.add(fromId);
    if (!model && !connection) return value;
    return {
      ...value,
      ...(model && { dataModelId: model.toId }),
      ...(connection && { connectionId: connection.toId }),
    };
  }) as Contents;
  const isUnswapped = (id: string) => !found.has(id);
  return {
    swapped,
    unswappedSources: sourceMapping.map(({ fromId }) => fromId).filter(isUnswapped),
    unswappedConnections: connectionMapping.map(({ fromId }) => fromId).filter(isUnswapped),
  };
}
