import * as z from "zod";
import { type Api, audit, optionalText } from "./common";
import { type CompleteList, findEntry, type KnownObject } from "./complete-list";
import { readUnlessGone } from "./errors";
import { defineMap } from "./transport/answer";
import { collect, list } from "./transport/pages";
import { path } from "./transport/path";

export const listedTranslation = z.looseObject({
  lng: z.string().describe("The language."),
  lng_variant: optionalText.describe("The variant of the language."),
  locale: optionalText.describe("The language in its correct form."),
  ...audit,
});
/** A translation as listed: without its texts. */
export type ListedTranslation = z.infer<typeof listedTranslation>;

// An empty translation may come without the map.
const contents = z.looseObject({ translations: defineMap(z.string()).nullish() });

/** A language, and the variant of it if there is one. */
export interface TranslationKey {
  readonly lng: string;
  readonly variant?: string;
}

type Texts = Readonly<Record<string, string>>;

const collection = "/v2/translations/organization";

/** Translations of the organization, `/v2/translations/organization`. */
export const createTranslations = (api: Api) => {
  const { transport, reads } = api;
  const buildPath = ({ lng, variant }: TranslationKey) =>
    variant === undefined
      ? path`/v2/translations/organization/${lng}`
      : path`/v2/translations/organization/${lng}/${variant}`;
  const listAll = () => list(transport, { path: collection, entry: listedTranslation, style: "page" });
  const isSame = (key: TranslationKey) => (entry: ListedTranslation) =>
    [entry.lng, entry.locale].some((lng) => lng?.toLowerCase() === key.lng.toLowerCase()) &&
    entry.lng_variant === key.variant;

  const readKey = ({ inputs }: KnownObject) => inputs as unknown as TranslationKey;
  const send = (key: TranslationKey) => transport.send({ method: "GET", path: buildPath(key), answer: contents });
  /** Entries have no ids. */
  const everything: CompleteList = {
    load: () => collect(listAll()),
    find: (entries, known) => findEntry(entries, (entry) => isSame(readKey(known))(entry as ListedTranslation)),
  };

  const calls = {
    isComplete: true,
    everything,
    ask: (known: KnownObject): Promise<unknown> => send(readKey(known)),

    /** `GET /v2/translations/organization`; calls close to each other share one listing. */
    readAll: (): Promise<ListedTranslation[]> => reads.read(collection, () => collect(listAll())),

    /** The entry of the list for a language, in whatever case it is written. */
    find: async (key: TranslationKey): Promise<ListedTranslation | undefined> =>
      (await calls.readAll()).find(isSame(key)),

    /** `GET` of the texts; undefined: there is no such translation. */
    async findTexts(key: TranslationKey): Promise<Texts | undefined> {
      const found = await readUnlessGone(send(key));
      if (found === undefined) return undefined;
      // An answer without texts shows no translation: the list does.
      return found.translations ?? ((await calls.find(key)) && {});
    },

    /**
     * `POST /v2/translations/organization`.
     *
     * @throws when there is one already: the platform may replace its texts.
     */
    async create(key: TranslationKey, texts: Texts): Promise<void> {
      const { lng, variant } = key;
      const body = { lng, ...(variant && { lng_variant: variant }), translations: texts };
      if ((await collect(listAll())).some(isSame(key))) {
        throw new Error("There is such a translation already: adopt it with adopt: true.");
      }
      await api.write(collection, { method: "POST", path: collection, body });
    },

    /** `PUT` of all texts. */
    async replace(key: TranslationKey, texts: Texts): Promise<void> {
      const body = { translations: texts };
      await api.write(collection, { method: "PUT", path: buildPath(key), body });
    },

    /** `DELETE`. The variants of a language stay. */
    async delete(key: TranslationKey): Promise<void> {
      await api.write(collection, { method: "DELETE", path: buildPath(key) });
    },
  };
  return calls;
};
