import type { AnalyticsClient, AreaName, ListedIn, WholeIn } from "../core/api";
import { readAnswerFields } from "./answer-fields";
import { type CollectionDeclaration, defineCollection, type Zod } from "./declare";

/** A lookup in an area of the API: what doesn't follow from that, or isn't as for every area. */
interface AreaLookup<Name extends AreaName>
  extends Pick<
      CollectionDeclaration<ListedIn<Name>, WholeIn<Name>>,
      | "noun"
      | "title"
      | "about"
      | "permission"
      | "isEssential"
      | "examples"
      | "by"
      | "listArgs"
      | "listFlags"
      | "filters"
    >,
    Partial<Pick<CollectionDeclaration<ListedIn<Name>, WholeIn<Name>>, "entries">> {
  /** What a client calls the area. */
  readonly area: Name;
}

/** An area is loaded with the client: a program that calls no lookup loads neither. */
const loadArea = (name: AreaName) => (require("../core/api/areas") as typeof import("../core/api/areas")).areas[name];

/**
 * Declares `get…` and `list…` for an area of the API. The fields are those of its answers that have a description.
 *
 * @see `lookups/tag.ts`
 */
export function defineAreaLookup<const Name extends AreaName>({ area: name, ...rest }: AreaLookup<Name>) {
  const getText = (entry: object, field: string) => (entry as Readonly<Record<string, string>>)[field]!;
  return defineCollection<ListedIn<Name>, WholeIn<Name>>({
    get listEndpoint() {
      return `GET ${loadArea(name).path}`;
    },
    get getEndpoint() {
      const { path, id, read } = loadArea(name);
      return read === "listed" ? undefined : `GET ${path}/{${id}}`;
    },
    fields: (zod) => readAnswerFields(zod, loadArea(name).listed),
    get wholeFields() {
      const { listed, whole } = loadArea(name);
      if (whole === undefined) return undefined;
      return (zod: Zod) => {
        const known = new Set(Object.keys(readAnswerFields(zod, listed)));
        return Object.fromEntries(Object.entries(readAnswerFields(zod, whole)).filter(([field]) => !known.has(field)));
      };
    },
    entries: (client, args) => {
      const asked = Object.keys(rest.listArgs ?? {}).map((arg) => [arg, args[arg]]);
      return client[name].list(Object.fromEntries(asked)) as AsyncIterable<ListedIn<Name>>;
    },
    get get() {
      if (loadArea(name).read === "listed") return undefined;
      return (client: AnalyticsClient, id: string) => client[name].get(id) as Promise<WholeIn<Name>>;
    },
    idOf: (entry) => getText(entry, loadArea(name).id),
    nameOf: (entry) => getText(entry, rest.by?.field ?? "name"),
    ...rest,
  });
}
