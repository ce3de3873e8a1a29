import * as z from "zod";
import { collectTexts } from "../data";
import { type Api, audit, expectId, optionalText } from "./common";
import { defineList, defineMap } from "./transport/answer";
import { collect, list } from "./transport/pages";
import { path } from "./transport/path";

const param = z.looseObject({
  key: z.string(),
  /** `static` or `dynamic`. */
  mode: z.string(),
  value: z.string().nullish(),
  type: z.string().nullish(),
});

const listed = z.looseObject({ apiConnectorId: z.string(), name: z.string(), description: optionalText });
/** An API connector as listed. */
export type ListedApiConnector = z.infer<typeof listed>;

const connector = z.looseObject({
  ...listed.shape,
  params: z.looseObject({
    method: z.string(),
    url: z.string(),
    headers: defineList(param),
    pathParams: defineList(param),
    queryParams: defineList(param),
    body: z.string(),
  }),
  config: defineMap(defineMap(z.unknown())),
  authId: optionalText,
  isArchived: z.boolean().optional(),
  ...audit,
});
/** An API connector. Values of static headers may be missing, because they may be secrets. */
export type ApiConnector = z.infer<typeof connector>;

type Data = Readonly<Record<string, unknown>>;

/** What a write sends of an API connector. `params` is one value: the platform replaces all of it. */
export interface ApiConnectorChange {
  readonly name?: string;
  readonly description?: string | null;
  readonly params?: Data;
  readonly config?: Data;
  readonly authId?: string | null;
}

const collection = "/v2/api-connectors";

/** Whether the value of a parameter of the query may be a secret. */
export const isPrivateParam = (name: string) => /auth|credential|key|pass|secret|sig|token/i.test(name);

/** API connectors, `/v2/api-connectors` (beta): requests to other services, which actions send. `DELETE` archives. */
export const createApiConnectors = (api: Api) => {
  const { transport, reads } = api;
  const buildPath = (id: string) => path`/v2/api-connectors/${id}`;
  const collectSecrets = ({ params = {} }: ApiConnectorChange) => {
    const { headers = [], queryParams = [] } = params as { headers?: Data[]; queryParams?: Data[] };
    return collectTexts(
      [...headers, ...queryParams.filter(({ key }) => isPrivateParam(String(key)))].map(({ value }) => value),
    );
  };

  const calls = {
    /** `GET /v2/api-connectors`. */
    list: () => list(transport, { path: collection, entry: listed, style: "token" }),

    /** All that are listed; calls close to each other share one listing. */
    living: (): Promise<ListedApiConnector[]> => reads.read(collection, () => collect(calls.list())),

    /** `GET /v2/api-connectors/{apiConnectorId}`. */
    get: (id: string): Promise<ApiConnector> =>
      transport.send({ method: "GET", path: buildPath(id), answer: expectId(connector, "apiConnectorId", id) }),

    /** `POST /v2/api-connectors`. @param madeId see {@link Api.create}. */
    create: (body: ApiConnectorChange & { readonly name: string }, madeId?: string): Promise<ApiConnector> =>
      api.create(collection, { body, answer: connector, secrets: collectSecrets(body) }, calls.get, madeId),

    /** `PATCH /v2/api-connectors/{apiConnectorId}`. */
    async update(id: string, body: ApiConnectorChange): Promise<void> {
      await api.write(collection, { method: "PATCH", path: buildPath(id), body, secrets: collectSecrets(body) });
    },

    /** `DELETE /v2/api-connectors/{apiConnectorId}`. */
    async delete(id: string): Promise<void> {
      await api.write(collection, { method: "DELETE", path: buildPath(id) });
    },
  };
  return calls;
};
