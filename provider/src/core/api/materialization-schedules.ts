import * as z from "zod";
import { isSameName } from "../text";
import type { Api } from "./common";
import type { createDocuments, DocumentElement } from "./documents";
import { collect, list } from "./transport/pages";
import { path } from "./transport/path";

const schedule = z.looseObject({
  /** Id of the schedule, not of the element. */
  sheetId: z.string(),
  /** Described, but reported to be missing. */
  elementId: z.string().optional(),
  elementName: z.string(),
  /** Null for one that is configured without a time. */
  schedule: z
    .looseObject({ cronSpec: z.string().optional(), timezone: z.string().optional() })
    .nullable()
    .default(null),
  configuredAt: z.string().optional(),
  paused: z.boolean().optional(),
});
/** When an element of a data model or workbook is materialized. */
export type MaterializationSchedule = z.infer<typeof schedule>;

/** What is materialized. */
export interface MaterializedDocument {
  readonly type: "dataModels" | "workbooks";
  readonly id: string;
}

/** The time of a schedule. Left out, `timezone` is that of the organization. */
type Time = { readonly cronSpec: string; readonly timezone?: string };

/** How a caller names an element. */
export interface ElementName {
  readonly id?: string;
  readonly name?: string;
}

const lists = {
  dataModels: { name: "materializationSchedules", style: "token" },
  workbooks: { name: "materialization-schedules", style: "page" },
} as const;

/**
 * The materialization schedules of data models and workbooks. Those of a document are listed; one is written by its
 * element, which has at most one. The operations that write are in beta, and an organization may not have them.
 */
export const createMaterializationSchedules = (api: Api, documents: ReturnType<typeof createDocuments>) => {
  const { transport, reads } = api;
  const buildListPath = ({ type, id }: MaterializedDocument) => `${path`/v2/${type}/${id}`}/${lists[type].name}`;
  const buildPath = ({ type, id }: MaterializedDocument, elementId: string) =>
    path`/v2/${type}/${id}/elements/${elementId}/materializationSchedules`;
  const listAll = (document: MaterializedDocument) =>
    list(transport, {
      path: buildListPath(document),
      entry: schedule,
      style: lists[document.type].style,
      bareArray: true,
    });
  /** The elements of a document; calls close to each other share one listing. */
  const readElements = ({ type, id }: MaterializedDocument): Promise<DocumentElement[]> =>
    reads.read(path`/v2/${type}/${id}/elements`, () =>
      documents.readElements(type === "workbooks" ? { workbookId: id } : { dataModelId: id }),
    );
  const isMeant = ({ elementId, name }: DocumentElement, by: ElementName) =>
    by.id === undefined ? isSameName(name, by.name) : elementId === by.id;

  return {
    /** An administrator sees all that belongs to each of them: see `complete-list.ts`. */
    isComplete: true,

    /** `GET` of the schedules of a document. */
    list: listAll,

    /** The schedules of a document; calls close to each other share one listing. */
    readAll: (document: MaterializedDocument): Promise<MaterializationSchedule[]> =>
      reads.read(buildListPath(document), () => collect(listAll(document))),

    /** The element with an id or a name; undefined where there is none, or more than one. */
    async findElement(document: MaterializedDocument, by: ElementName): Promise<DocumentElement | undefined> {
      const [found, other] = (await readElements(document)).filter((one) => isMeant(one, by));
      return other === undefined ? found : undefined;
    },

    /**
     * The element with an id or a name.
     *
     * @throws when there is none, or more than one with the name.
     */
    async getElement(document: MaterializedDocument, by: ElementName): Promise<DocumentElement> {
      const all = await readElements(document);
      const found = all.filter((one) => isMeant(one, by));
      if (found[0] !== undefined && found.length === 1) return found[0];
      const [field, what, value] = by.id === undefined ? ["elementName", "name", by.name] : ["elementId", "id", by.id];
      const problem = found.length > 1 ? "several elements have" : "no element has";
      const candidates = all.map(({ elementId, name = "unnamed" }) => `${name} (${elementId})`).join(", ");
      throw new Error(`${field}: ${problem} the ${what} "${value}". There are: ${candidates || "none"}.`);
    },

    /**
     * `POST /v2/{dataModels|workbooks}/{id}/elements/{elementId}/materializationSchedules`. A first run starts at once.
     *
     * @param madeId see {@link Api.create}; as of {@link composeId}.
     */
    create: (
      document: MaterializedDocument,
      { elementId }: DocumentElement,
      time: Time,
      madeId?: string,
    ): Promise<MaterializationSchedule> =>
      api.create(
        buildListPath(document),
        { path: buildPath(document, elementId), body: { schedule: time }, answer: schedule },
        async (id) => {
          const found = (await collect(listAll(document))).find((one) => composeId(document, one) === id);
          if (found === undefined) throw new Error(`there is no materialization schedule ${id}.`);
          return found;
        },
        madeId,
      ),

    /** `PATCH` of the same path. */
    update: (document: MaterializedDocument, elementId: string, time: Time): Promise<MaterializationSchedule> =>
      api.write(buildListPath(document), {
        method: "PATCH",
        path: buildPath(document, elementId),
        body: { schedule: time },
        answer: schedule,
      }),

    /** `DELETE` of the same path. */
    delete: (document: MaterializedDocument, elementId: string): Promise<void> =>
      api.write(buildListPath(document), { method: "DELETE", path: buildPath(document, elementId) }),
  };
};

/** Whether a schedule is that of an element; the list may show its name only. */
export function isOfMaterialization(
  element: DocumentElement,
  { elementId, elementName }: MaterializationSchedule,
): boolean {
  return elementId === undefined ? elementName === element.name : elementId === element.elementId;
}

/** The id of a schedule among those of all documents. */
export function composeId({ type, id }: MaterializedDocument, { sheetId }: { sheetId: string }): string {
  return `${type}/${id}/${sheetId}`;
}
