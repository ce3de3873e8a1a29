import * as z from "zod";
import { type AnalyticsClient, type ApiConnector as Found, isPrivateParam } from "../core/api";
import { dropUndefined, equal } from "../core/engine";
import { hasMask, hasMaskInside, isMask, isShownAs, normalizeStored } from "../core/text";
import { type DataOf, defineAreaKind, field, type Place, text } from "./declare";

const param = z
  .strictObject({
    key: text.describe("The name."),
    mode: z
      .enum(["static", "dynamic"])
      .meta({ title: "ParamMode" })
      .describe("`static`: always `value`; `dynamic`: what the action gives, or `value`."),
    value: z.string().optional().describe("The value. That of a static header may be a secret: pass it as one."),
    type: z
      .enum(["array", "boolean", "number", "object", "raw", "string"])
      .meta({ title: "ParamType" })
      .optional()
      .describe("The type of the value."),
    shape: z.unknown().optional().describe("The shape of an array or object."),
  })
  .meta({ title: "ConnectorParam" });
const defineParams = (what: string) => z.array(param).optional().describe(`The ${what}. Default: none.`);
const count = z.int().min(0);

const fields = {
  name: field(text, "The connector's name."),
  description: field(z.string().optional(), "The description of the connector.", { equal: "text", clearWith: null }),
  params: field(
    z
      .strictObject({
        method: z
          .enum(["GET", "POST", "DELETE", "PATCH", "PUT", "OPTIONS", "HEAD"])
          .meta({ title: "HttpMethod" })
          .describe("The HTTP method."),
        url: text.describe("The address. Its host must be in the allowlist of the credential."),
        headers: defineParams("headers"),
        pathParams: defineParams("parameters of the path"),
        queryParams: defineParams("parameters of the query"),
        body: z.string().optional().describe("The body, with placeholders for what the action gives. Default: none."),
      })
      .meta({ title: "ConnectorParams" }),
    "The request. Updated as a whole.",
  ),
  config: field(
    z
      .strictObject({
        timeout: z
          .strictObject({ requestSec: count.describe("Seconds that a request may take.") })
          .meta({ title: "ConnectorTimeout" })
          .optional()
          .describe("How long a request may take."),
        retry: z
          .strictObject({
            maxRetries: count.describe("How many times."),
            retryableStatusCodes: z.array(z.int()).describe("After which HTTP statuses."),
          })
          .meta({ title: "ConnectorRetry" })
          .optional()
          .describe("When a request is repeated."),
        redirects: z
          .strictObject({ maxRedirects: count.describe("How many.") })
          .meta({ title: "ConnectorRedirects" })
          .optional()
          .describe("How many redirects a request follows."),
        rateLimit: z
          .strictObject({ maxRequestsPerWindow: count.describe("How many.") })
          .meta({ title: "ConnectorRateLimit" })
          .optional()
          .describe("How many requests the platform sends in a time window."),
      })
      .meta({ title: "ConnectorConfig" })
      .optional(),
    "How requests are sent. Parts that are left out stay as they are.",
    { omitted: "keep" },
  ),
  authId: field(text.optional(), "Id of the API credential that signs the request in. Left out: none.", {
    clearWith: null,
    ref: { kind: "ApiCredential" },
  }),
};

type Inputs = DataOf<typeof fields>;
type Params = Inputs["params"];

/** `/v2/api-connectors` (beta). */
export const apiConnector = defineAreaKind({
  name: "ApiConnector",
  area: "apiConnectors",
  docs: {
    description: `A request to another service, which actions in workbooks send (beta). The host of its address must be
in the allowlist of its credential.

The platform may not return the values of static headers, because they may be secrets. The provider then can't detect a
change of them, and counts them as declared. A returned value that isn't declared is in no state if it may be a secret:
that of a static header other than \`Content-Type\` and the like, or of a parameter of the query with a name such as
\`api_key\`. In a program that \`pull\` writes, all values of headers and parameters, a body with values, and an address
with a query or userinfo come from secret settings. If the platform hides all of \`params\`, drift in it isn't seen. A
change of \`params\` sends all of it, and is refused while such a value isn't declared. The same holds for parts of the
address and the body that the platform hides, such as \`https://example.com/?key=***\`: \`pull\` writes no such body,
and no connector with such an address.

A delete archives the connector, and actions can't use it any more. \`adopt: true\` finds a connector by its name.`,
    endpoints: ["POST|GET /v2/api-connectors", "GET|PATCH|DELETE /v2/api-connectors/{apiConnectorId}"],
    example: `const billing = new analytics.ApiCredential("invoices", {
  name: "Invoices",
  allowlist: ["api.billing.example.com"],
  credential: {
    authMethod: "basic",
    basic: { username: "analytics", password: config.requireSecret("billingPassword") },
  },
});
const invoices = new analytics.ApiConnector("invoices", {
  name: "Create invoice",
  params: {
    method: "POST",
    url: "https://api.billing.example.com/invoices",
    headers: [{ key: "Content-Type", mode: "static", value: "application/json" }],
    body: "{}",
  },
  authId: billing.id,
});`,
  },
  needs: {
    permission: 'an account type with "Manage API connectors", and Can edit access to the connector',
    lookups: ["API connector"],
  },
  pull: {
    file: "warehouse",
    about: "Connections to warehouses and services.",
    secrets: ({ params }) => listPrivatePlaces(params as Params),
  },
  fields,

  describe: ({ name }) => `API connector "${name}"`,

  async create({ client, madeId }, { name, description, params, config, authId }) {
    const body = { name, description, params: complete(params), config, authId };
    return { id: (await client.apiConnectors.create(body, madeId)).apiConnectorId, outputs: {} };
  },

  show(found, known) {
    const { name, description, config, authId } = found;
    return {
      inputs: {
        name,
        description,
        params: readParams(found, known?.inputs.params),
        config: readDeclaredParts(config, known?.inputs.config),
        authId,
      },
      outputs: {},
    };
  },

  async update({ client }, id, { params, config, ...change }) {
    if (params !== undefined) refuseLoss(await findLostParts(client, id, params));
    await client.apiConnectors.update(id, {
      ...change,
      ...(params && { params: complete(params) }),
      // Whether a part that is sent resets the others is undocumented.
      ...(config && { config: { ...(await client.apiConnectors.get(id)).config, ...config } }),
    });
    return {};
  },

  deletion: { leaves: () => "API connectors that were deleted are archived." },
});

/**
 * Where a request may hold a secret. Places count and not names: any value of a header, a parameter, the query, the
 * userinfo and the body can sign a request in.
 */
function listPrivatePlaces({ url, body = "", ...lists }: Params): Place[] {
  const values = (["headers", "pathParams", "queryParams"] as const).flatMap((list) =>
    (lists[list] ?? []).flatMap(({ mode, value }, index) =>
      mode === "static" || value !== undefined ? [["params", list, index, "value"]] : [],
    ),
  );
  return [
    ...(/[?@#]/.test(url) ? [["params", "url"]] : []),
    ...values,
    ...(/[^\s{}[\]]/.test(body) ? [["params", "body"]] : []),
  ];
}

/**
 * What an update would lose: static headers and parameters without a value, and the body, that the platform has or may
 * have, and hides.
 */
async function findLostParts(client: AnalyticsClient, id: string, params: Params): Promise<LostParts> {
  const { headers = [], pathParams = [], queryParams = [], body } = params;
  const isBare = ({ mode, value }: Like) => mode === "static" && value === undefined;
  const secret = [...headers, ...queryParams.filter(({ key }) => isPrivateParam(key))].filter(isBare);
  const others = [...pathParams, ...queryParams].filter((one) => isBare(one) && !secret.includes(one));
  const listKeys = (list: readonly Like[]) => list.map(({ key }) => key);
  if (others.length === 0 && body !== undefined) return { values: listKeys(secret), hasBody: false };
  const { params: now } = await client.apiConnectors.get(id);
  const masked = [...now.pathParams, ...now.queryParams].filter(({ value }) => hasMask(value)).map(({ key }) => key);
  const lost = [...secret, ...others.filter(({ key }) => masked.includes(key))];
  return { values: listKeys(lost), hasBody: body === undefined && hasMaskInside(now.body) };
}

interface LostParts {
  readonly values: readonly string[];
  readonly hasBody: boolean;
}

/** After an adoption, a program may lack what the platform hides. */
function refuseLoss({ values, hasBody }: LostParts): void {
  const parts = [
    ...(values.length > 0 ? [`the static values of these headers and parameters: ${values.join(", ")}`] : []),
    ...(hasBody ? ["the body, of which it hides a part"] : []),
  ];
  if (parts.length === 0) return;
  const fixes = [
    ...(values.length > 0 ? ['Set `value` on them; value: "" says that there is none.'] : []),
    ...(hasBody ? ['Set `params.body`; body: "" says that there is none.'] : []),
  ];
  throw new Error(
    "The API connector was not updated. An update replaces all of `params`, and the platform would lose " +
      [`${parts.join(", and ")}.`, ...fixes].join(" "),
  );
}

/** The request with the parts that the platform requires. */
function complete({ headers = [], pathParams = [], queryParams = [], body = "", ...rest }: Params) {
  return { ...rest, headers, pathParams, queryParams, body };
}

/**
 * The request that the platform has, as declared if it means the same; where nothing is declared, without empty parts.
 * A header value that it hides counts as declared.
 */
function readParams({ params }: Found, declared: Params | undefined): Params {
  const { method, url, headers, pathParams, queryParams, body } = params;
  const toPlainParams = (list: Shown[], like: Params["headers"] = [], mayBeSecret = (_: string) => false) =>
    list.map(({ key, mode, value, type, shape }, index) => {
      // A key may repeat, so its place comes first.
      const isSame = (one: Shown | Like | undefined) => one?.key === key && one.mode === mode;
      const same = isSame(like[index]) ? like[index] : like.find(isSame);
      const isPrivate = same?.value === undefined && mode === "static" && mayBeSecret(key);
      const shown = isHidden(value) || isPrivate ? same?.value : value;
      return dropUndefined({ key, mode, value: shown, type: type ?? undefined, shape });
    });
  const omitEmpty = <Part extends { length: number }>(part: Part | undefined) =>
    declared !== undefined || (part !== undefined && part.length > 0) ? part : undefined;
  const found = dropUndefined({
    ...{ method, url: showText(url, declared?.url), body: omitEmpty(showText(body, declared?.body)) },
    headers: omitEmpty(toPlainParams(headers, declared?.headers, isPrivateHeader)),
    pathParams: omitEmpty(toPlainParams(pathParams, declared?.pathParams)),
    queryParams: omitEmpty(toPlainParams(queryParams, declared?.queryParams, isPrivateParam)),
  }) as unknown as Params;
  const toStored = (params: Params) => normalizeStored(complete(params));
  return declared !== undefined && equal(toStored(declared), toStored(found)) ? declared : found;
}

/**
 * A text, of which the platform may hide a part: then the declared one, if it may be the same; undefined: none is
 * declared.
 */
function showText(shown: string, declared: string | undefined): string | undefined {
  if (!hasMaskInside(shown)) return shown;
  return declared === undefined || isShownAs(declared, shown) ? declared : shown;
}

type Shown = Found["params"]["headers"][number];
type Like = NonNullable<Params["headers"]>[number];

/** Whether the value of a header that isn't declared may be a secret: then neither a state nor `pull` gets it. */
const isPrivateHeader = (name: string) => !/^(accept(-.+)?|cache-control|content-type|user-agent)$/i.test(name);

/** Whether a mask or nothing stands in place of a value. */
const isHidden = (value: string | null | undefined) => !value || isMask(value);

/** The parts that are declared, as the platform has them; all of them where nothing is declared. */
function readDeclaredParts(config: Found["config"], declared: Inputs["config"]): Inputs["config"] {
  const parts = Object.entries(config).filter(([name]) => declared === undefined || name in declared);
  return Object.fromEntries(parts) as Inputs["config"];
}
