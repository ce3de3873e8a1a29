import { z } from "zod";
import { type Call, stampCreated } from "../call";
import { addWarehouseTable } from "../resources/connections";
import { createModel, readSpec, replaceSpec } from "../resources/data-models/spec";
import { createFromDocument } from "../resources/documents/coded";
import {
  type DocumentKind,
  dataModels,
  reports as reportKind,
  workbooks as workbookKind,
} from "../resources/documents/kinds";
import { tagDocument } from "../resources/documents/tags";
import { addFile, deleteFile } from "../resources/files";
import { createMember } from "../resources/members";
import { getColumnName } from "../spec/names";
import type { Page } from "../spec/schema";
import { buildDocument, type ReadElement, type WarehousePlace } from "./document";
import { Random } from "./random";

/** How large an organization is. */
export const OrganizationInput = z.strictObject({
  seed: z.number().int().default(1),
  members: z.number().int().min(1).default(40),
  models: z.number().int().min(1).default(100),
  workbooks: z.number().int().min(0).default(500),
  reports: z.number().int().min(0).default(100),
});
export type OrganizationInput = z.input<typeof OrganizationInput>;

/** What was made, by ids. */
export interface GeneratedOrganization {
  readonly members: readonly string[];
  readonly models: readonly GeneratedModel[];
  readonly workbooks: readonly string[];
  readonly reports: readonly string[];
  /** Of the workbooks: those whose contents can't be read, that are archived, that lie with somebody else. */
  readonly unrepresentable: readonly string[];
  readonly archived: readonly string[];
  readonly personal: readonly string[];
  /** Of the workbooks: those that read a model at the tag `Production`, and those that carry it. */
  readonly readsTag: readonly string[];
  readonly tagged: readonly string[];
  /** Id of the tag `Production`. */
  readonly versionTagId: string;
}

interface GeneratedModel {
  readonly dataModelId: string;
  readonly name: string;
  readonly elements: readonly ReadElement[];
}

const areas = ["Sales", "Finance", "Marketing", "Support", "Product", "Supply", "People", "Risk"];
const subjects = ["Orders", "Customers", "Invoices", "Payments", "Tickets", "Sessions", "Shipments", "Contracts"];
const firstNames = ["Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gia", "Hugo", "Ida", "Jon"];
const lastNames = ["Lee", "Moss", "North", "Okoye", "Park", "Reyes", "Stone", "Tran"];

/** Columns that every table of the warehouse has, and some that only some have. */
const plainColumns = {
  ID: "number",
  CREATED_AT: "datetime",
  REGION: "text",
  STATUS: "text",
  AMOUNT: "number",
} as const;
const moreColumns = ["CHANNEL", "SEGMENT", "CURRENCY", "COUNTRY", "CITY", "DEVICE", "CAMPAIGN", "OWNER", "PRIORITY"];
const moreNumbers = ["QUANTITY", "DISCOUNT", "TAX", "COST", "MARGIN", "HOURS", "SCORE"];

/**
 * Fills the platform with the documents of an organization: data models over tables and over each other, workbooks and
 * reports that read from them, some archived, tagged, with somebody else, or without a representation.
 */
export function generateOrganization(call: Call, input: z.output<typeof OrganizationInput>): GeneratedOrganization {
  const random = new Random(input.seed);
  const members = Array.from({ length: input.members }, (_, index) => addMember(call, index));
  const root = call.store.files.listAll().find(({ type, parentId }) => type === "workspace" && parentId === null)!.id;
  const folders = areas.map((name) => addFile(call, { type: "folder", name, parentId: root }).id);
  const versionTagId = addTag(call, "Production");
  const connectionId = call.store.connections.listAll().find(({ name }) => /warehouse/i.test(name))!.connectionId;
  const tables = Array.from({ length: Math.ceil(input.models / 3) }, (_, index) =>
    addTable(call, connectionId, random, index),
  );
  const models: GeneratedModel[] = [];
  for (let index = 0; index < input.models; index++) {
    const actor = random.pick(members);
    models.push(addModel({ ...call, actor }, { random, index, tables, models, folderId: random.pick(folders) }));
  }
  const made = { unrepresentable: [], archived: [], personal: [], readsTag: [], tagged: [] } as Record<
    "unrepresentable" | "archived" | "personal" | "readsTag" | "tagged",
    string[]
  >;
  const addDocument = (kind: DocumentKind, index: number): string => {
    const actor = random.pick(members);
    const isPersonal = kind.type === "workbook" && index % 40 === 39;
    const home = call.store.members.get(actor)!.homeFolderId;
    const folderId = isPersonal ? home : random.pick(folders);
    const read = random.drawSample(models, random.drawBetween(1, 3)).map(({ dataModelId, elements }) => {
      const element = random.pick(elements);
      return { ...element, dataModelId };
    });
    const prefix = `${kind.type === "workbook" ? "w" : "r"}${index + 1}`;
    const document = buildDocument(random, { kind: kind.type, prefix, read, table: random.pick(tables) });
    const name = `${random.pick(areas)} ${random.pick(subjects)} ${index + 1}`;
    const id = createFromDocument({ ...call, actor }, kind, { name, folderId, document, key: "contents" });
    if (index % 10 === 4)
      readAtTag(
        call,
        id,
        read.map(({ dataModelId }) => dataModelId),
        versionTagId,
        made.readsTag,
      );
    if (isPersonal) made.personal.push(id);
    return id;
  };
  const workbooks = Array.from({ length: input.workbooks }, (_, index) => addDocument(workbookKind, index));
  const reports = Array.from({ length: input.reports }, (_, index) => addDocument(reportKind, index));
  for (const [index, id] of workbooks.entries()) {
    if (index % 50 === 7) {
      call.store.documentContents.put(id, { ...call.store.documentContents.get(id)!, isUnrepresentable: true });
      made.unrepresentable.push(id);
    }
    if (index % 12 === 5) {
      tagDocument(call, workbookKind, { id, name: "Production" });
      made.tagged.push(id);
    }
    if (index % 25 === 11) {
      deleteFile(call, id);
      made.archived.push(id);
    }
  }
  return { members, models, workbooks, reports, versionTagId, ...made };
}

function addMember(call: Call, index: number): string {
  const firstName = firstNames[index % firstNames.length]!;
  const lastName = lastNames[Math.floor(index / firstNames.length) % lastNames.length]!;
  const round = Math.floor(index / (firstNames.length * lastNames.length));
  const email = `${firstName}.${lastName}${round === 0 ? "" : round}@acme.example`.toLowerCase();
  return createMember(call, { email, firstName, lastName, memberType: "creator" }).memberId;
}

function addTag(call: Call, name: string): string {
  const known = call.store.tags.find((tag) => tag.name === name);
  if (known) return known.versionTagId;
  const versionTagId = call.ids.makeUuid("tag");
  const tag = { versionTagId, name, color: "plum" as const, ownerId: call.actor, isArchived: false as const };
  call.store.tags.put(versionTagId, { ...tag, ...stampCreated(call.actor) });
  return versionTagId;
}

function addTable(call: Call, connectionId: string, random: Random, index: number): WarehousePlace {
  const subject = subjects[index % subjects.length]!.toUpperCase();
  const path = ["SALES", "CORE", `${subject}_${index + 1}`];
  const texts = random.drawSample(moreColumns, random.drawBetween(2, 6));
  const numbers = random.drawSample(moreNumbers, random.drawBetween(1, 4));
  const types = [
    ...Object.entries(plainColumns),
    ...texts.map((name) => [name, "text"] as const),
    ...numbers.map((name) => [name, "number"] as const),
  ];
  addWarehouseTable(call, { connectionId, path, columns: types.map(([name, type]) => ({ name, type })) });
  return { connectionId, path, columns: types.map(([name]) => name) };
}

interface ModelOptions {
  readonly random: Random;
  readonly index: number;
  readonly tables: readonly WarehousePlace[];
  readonly models: readonly GeneratedModel[];
  readonly folderId: string;
}

/** Of five models, one reads from another; of three, one carries the tag at its first version. */
function addModel(call: Call, { random, index, tables, models, folderId }: ModelOptions): GeneratedModel {
  const name = `${areas[index % areas.length]} ${index + 1}`;
  const isChained = index % 5 === 4;
  const elements = Array.from({ length: random.drawBetween(1, 4) }, (_, at) => {
    const below = isChained && at === 0 ? random.pick(models) : undefined;
    return below === undefined
      ? buildTable(random.pick(tables), `${name} Table ${at + 1}`)
      : buildChained(below, random.pick(below.elements), `${name} Table ${at + 1}`);
  });
  const page = { id: "page", name: "Data", elements };
  const dataModelId = createModel(call, { name, folderId, schemaVersion: 1, pages: [page] });
  if (index % 3 === 0) tagDocument(call, dataModels, { id: dataModelId, name: "Production" });
  const pages = readSpec(call, dataModelId).pages as Page[];
  replaceSpec(call, dataModelId, { schemaVersion: 1, pages });
  const read = pages.flatMap((one) => one.elements).flatMap((element) => (element.kind === "table" ? [element] : []));
  return {
    dataModelId,
    name,
    elements: read.map(({ id, name: its = "", columns, metrics = [] }) => ({
      elementId: id,
      name: its,
      columns: columns.map(getColumnName),
      metrics: metrics.map((metric) => metric.name ?? ""),
    })),
  };
}

const formFriendlyName = (name: string) =>
  name
    .split("_")
    .map((word) => (word === "AT" ? "at" : `${word[0]}${word.slice(1).toLowerCase()}`))
    .join(" ");

function buildTable({ connectionId, path, columns }: WarehousePlace, name: string): Record<string, unknown> {
  const names = columns.map((column) => ({ column, friendly: formFriendlyName(column) }));
  return {
    id: name,
    kind: "table",
    name,
    source: { kind: "warehouse-table", connectionId, path },
    columns: names.map(({ column, friendly }) => ({
      id: `${name} ${column}`,
      name: friendly,
      formula: `[${path.at(-1)}/${friendly}]`,
    })),
    metrics: [{ id: `${name} metric`, name: "Revenue", formula: "Sum([Amount])" }],
  };
}

function buildChained({ dataModelId }: GeneratedModel, below: ReadElement, name: string): Record<string, unknown> {
  return {
    id: name,
    kind: "table",
    name,
    source: { kind: "data-model", dataModelId, elementId: below.elementId },
    columns: below.columns.map((column) => ({
      id: `${name} ${column}`,
      name: column,
      formula: `[${below.name}/${column}]`,
    })),
    metrics: [{ id: `${name} metric`, name: "Revenue", formula: "Sum([Amount])" }],
  };
}

/** Makes a document read those of its models that carry the tag at the tag. */
function readAtTag(call: Call, id: string, models: readonly string[], versionTagId: string, made: string[]): void {
  const isTagged = (dataModelId: string) =>
    call.store.dataModels.get(dataModelId)?.tags.some((tag) => tag.versionTagId === versionTagId) ?? false;
  const tagged = models.filter(isTagged);
  if (tagged.length === 0) return;
  const sourceTags = Object.fromEntries(tagged.map((dataModelId) => [dataModelId, versionTagId]));
  call.store.documentContents.put(id, { ...call.store.documentContents.get(id)!, sourceTags });
  made.push(id);
}
