import * as z from "zod";
import { collectTexts } from "../data";
import { defineArea } from "./area";
import { audit, optionalText } from "./common";
import { defineList, defineMap } from "./transport/answer";

const param = z.looseObject({
  key: z.string(),
  /** `static` or `dynamic`. */
  mode: z.string(),
  value: z.string().nullish(),
  type: z.string().nullish(),
});

const listed = z.looseObject({
  apiConnectorId: z.string(),
  name: z.string().describe("Its name."),
  description: optionalText.describe("What the connector is for."),
});
/** An API connector as listed. */
export interface ListedApiConnector extends z.infer<typeof listed> {}

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
  authId: optionalText.describe("Id of the API credential that signs its requests in."),
  isArchived: z.boolean().optional(),
  ...audit,
});
/** An API connector. Values of static headers may be missing, because they may be secrets. */
export interface ApiConnector extends z.infer<typeof connector> {}

/** Whether the value of a parameter of the query may be a secret. */
export const isPrivateParam = (name: string) => /auth|credential|key|pass|secret|sig|token/i.test(name);

function collectSecrets({ headers = [], queryParams = [] }: Partial<ApiConnector["params"]>): string[] {
  const hidden = [...headers, ...queryParams.filter(({ key }) => isPrivateParam(String(key)))];
  return collectTexts(hidden.map(({ value }) => value));
}

/**
 * API connectors, `/v2/api-connectors` (beta): requests to other services, which actions send. `DELETE` archives. The
 * platform replaces all of `params`.
 *
 * @example
 * ```ts
 * const { apiConnectorId } = await client.apiConnectors.create({ name: "Invoices", params });
 * ```
 */
export const apiConnectors = defineArea({
  path: "/v2/api-connectors",
  noun: "API connector",
  id: "apiConnectorId",
  read: "whole",
  listed: listed as z.ZodType<ListedApiConnector>,
  whole: connector as z.ZodType<ApiConnector>,
  sends: ["name", "description", "params", "config", "authId"],
  encode: (body) => ({ body, secrets: collectSecrets((body.params ?? {}) as Partial<ApiConnector["params"]>) }),
  pages: "token",
});
