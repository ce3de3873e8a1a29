import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Call } from "../../call";
import { requireExisting } from "../../http/errors";
import { defineObject } from "../../http/fields";
import { buildPage } from "../../http/pages";
import { parseBody } from "../../http/validate";
import type { TableElement } from "../../spec/schema";
import { listTables } from "../../spec/tables";
import { findModel, findWritableModel } from "./model";
import { replaceSpec } from "./spec";

type Rule = NonNullable<TableElement["columnSecurities"]>[number];

interface Params {
  Params: { dataModelId: string; elementId: string; columnSecurityRuleId: string };
}

/**
 * Who may see columns of an element: the same rules as `columnSecurities` of the representation. Each write makes a
 * version of the model.
 */
export function addColumnSecurityRoutes(app: FastifyInstance): void {
  const collection = "/v2/dataModels/:dataModelId/elements/:elementId/columnSecurityRules";
  const one = `${collection}/:columnSecurityRuleId`;

  app.get<Params>(collection, async (request) => {
    const { call, params } = request;
    const { documentId: dataModelId } = findModel(call, params.dataModelId);
    return buildPage(request, listRules(call, dataModelId, params.elementId), presentRule, "total and hasMore");
  });

  app.post<Params>(collection, async ({ call, params, body }) => {
    const { documentId: dataModelId } = findWritableModel(call, params.dataModelId);
    const before = listRules(call, dataModelId, params.elementId);
    const added = parseBody(z.array(defineRule(call)), body).map(createRule);
    const rules = writeRules(call, { ...params, dataModelId }, [...before, ...added]);
    return rules.slice(before.length).map(presentRule);
  });

  app.put<Params>(one, async ({ call, params, body }) => {
    const { documentId: dataModelId } = findWritableModel(call, params.dataModelId);
    const before = listRules(call, dataModelId, params.elementId);
    const index = before.indexOf(findRule(before, params.columnSecurityRuleId));
    const { id } = before[index]!;
    const changed = { ...createRule(parseBody(defineRule(call), body)), id };
    return presentRule(writeRules(call, { ...params, dataModelId }, before.with(index, changed))[index]!);
  });

  app.delete<Params>(one, async ({ call, params }) => {
    const { documentId: dataModelId } = findWritableModel(call, params.dataModelId);
    const before = listRules(call, dataModelId, params.elementId);
    const gone = findRule(before, params.columnSecurityRuleId);
    writeRules(
      call,
      { ...params, dataModelId },
      before.filter((rule) => rule !== gone),
    );
    return {};
  });
}

/** What the criteria may be is checked with the whole model. */
function defineRule(call: Call) {
  return defineObject(call, {
    columns: z.union([z.array(z.string()), z.literal("all")]),
    criteria: z.looseObject({ kind: z.string() }),
  });
}

function createRule({ columns, criteria }: { columns: Rule["restrictedColumns"]; criteria: object }, index = 0): Rule {
  return { id: `new rule ${index}`, restrictedColumns: columns, criteria: criteria as Rule["criteria"] };
}

function presentRule({ id, restrictedColumns, criteria }: Rule): Record<string, unknown> {
  return { columnSecurityRuleId: id, columns: restrictedColumns, criteria };
}

function findTable(call: Call, dataModelId: string, elementId: string): TableElement {
  const tables = listTables(findModel(call, dataModelId).pages);
  return requireExisting(
    tables.find(({ id }) => id === elementId),
    "Element",
    elementId,
  );
}

function listRules(call: Call, dataModelId: string, elementId: string): readonly Rule[] {
  return findTable(call, dataModelId, elementId).columnSecurities ?? [];
}

function findRule(rules: readonly Rule[], id: string): Rule {
  return requireExisting(
    rules.find((rule) => rule.id === id),
    "Column security rule",
    id,
  );
}

/** All or nothing: the model with these rules is written like one that is sent whole. */
function writeRules(
  call: Call,
  { dataModelId, elementId }: { dataModelId: string; elementId: string },
  rules: readonly Rule[],
): readonly Rule[] {
  const { pages } = findModel(call, dataModelId);
  const changed = pages.map((page) => ({
    ...page,
    elements: page.elements.map((one) => (one.id === elementId ? { ...one, columnSecurities: rules } : one)),
  }));
  replaceSpec(call, dataModelId, { schemaVersion: 1, pages: changed });
  return listRules(call, dataModelId, elementId);
}
