import { createHmac, randomUUID } from "node:crypto";
import { askForToken } from "../unit/emulator/support";
import {
  buildOver,
  buildPages,
  buildStatement,
  catchRefusal,
  createModel,
  findConnection,
  type Loose,
  listTypes,
  sendModel,
} from "./models";
import { turnAtToken } from "./probes";
import type { Target } from "./target";

/**
 * How to see whether something that clients report of the platform holds. The numbers are those of the emulator's
 * README.
 */
export interface Fact {
  readonly number: number;
  readonly what: string;
  readonly writes: boolean;
  /** Undefined when the platform has nothing to tell by. */
  holds(target: Target): Promise<boolean | undefined>;
}

/** A fact that a refused model shows. */
function buildRefusalFact(
  number: number,
  what: string,
  text: RegExp,
  elements: (connectionId: string) => Loose[],
): Fact {
  return {
    number,
    what,
    writes: true,
    async holds(target) {
      const connectionId = await findConnection(target);
      if (connectionId === undefined) return undefined;
      return text.test((await catchRefusal(target, ...elements(connectionId))) ?? "accepted");
    },
  };
}

/** A fact that holds of every one of the first models which has something to tell by. */
function buildModelFact(
  number: number,
  what: string,
  holds: (target: Target, model: Loose) => Promise<boolean | undefined>,
): Fact {
  return {
    number,
    what,
    writes: false,
    async holds(target) {
      const verdicts: (boolean | undefined)[] = [];
      for (const model of (await target.raw.get("/v2/dataModels?limit=20")).body.entries) {
        verdicts.push(await holds(target, model));
      }
      const told = verdicts.filter((verdict) => verdict !== undefined);
      return told.length === 0 ? undefined : told.every(Boolean);
    },
  };
}

/** A join of another source with that table. */
const buildJoined = (left: string, source: object) => ({
  kind: "table",
  id: "joined",
  source: {
    kind: "join",
    joins: [{ left: source, right: { kind: "table", elementId: "base" }, columns: [{ left, right: "[C0]" }] }],
  },
  columns: [],
});

const other = { kind: "table", elementId: "over" };

export const facts: readonly Fact[] = [
  buildRefusalFact(
    1,
    "an unknown table is a source that isn't found",
    /Source not found: warehouse table 'NO.SUCH.TABLE'/,
    (id) => [
      {
        kind: "table",
        id: "t",
        source: { kind: "warehouse-table", connectionId: id, path: ["NO", "SUCH", "TABLE"] },
        columns: [],
      },
    ],
  ),
  buildRefusalFact(
    2,
    "a missing column of an element is refused in lower case",
    /dependency not found.*base\/nothing/i,
    (id) => [buildStatement(id), buildOver("[Base/Nothing]")],
  ),
  buildRefusalFact(3, "a missing output of a statement is refused", /dependency not found/i, (id) => [
    buildStatement(id, "[Custom SQL/NOTHING]"),
  ]),
  {
    number: 4,
    what: "a bare metric is accepted and becomes an error",
    writes: true,
    async holds(target) {
      const connectionId = await findConnection(target);
      if (connectionId === undefined) return undefined;
      const metrics = [{ id: "m", name: "Total", formula: "Sum([C0])" }];
      const id = await createModel(target, { ...buildStatement(connectionId, "[Total]"), metrics });
      return (await listTypes(target, id)).C1 === "error";
    },
  },
  {
    number: 5,
    what: "circular references are accepted",
    writes: true,
    async holds(target) {
      const connectionId = await findConnection(target);
      return connectionId === undefined
        ? undefined
        : (await catchRefusal(target, buildStatement(connectionId, "[C2]", "[C1]"))) === undefined;
    },
  },
  buildRefusalFact(6, "And(…) is an invalid formula", /Invalid formula/, (id) => [
    buildStatement(id, "And([C0] = 1, [C0] = 2)"),
  ]),
  buildRefusalFact(7, "a key of a join that its side doesn't show is refused", /Column reference not found/, (id) => [
    buildStatement(id),
    buildOver("[Base/C0]"),
    buildJoined("[Nothing]", other),
  ]),
  buildRefusalFact(
    7,
    "a side of a join needs its connection",
    /joins\[0\]\.left\.connectionId: Invalid string/,
    (id) => [buildStatement(id), buildJoined("[C0]", { kind: "warehouse-table", path: ["A", "B", "C"] })],
  ),
  buildRefusalFact(
    8,
    "messages begin at the source that fails",
    /"?source\.statement: Invalid string|: source\.statement:/,
    (id) => [{ ...buildStatement(id), source: { kind: "sql", connectionId: id } }],
  ),
  buildRefusalFact(10, "a join doesn't know <=>", /op/, (id) => {
    const table = buildJoined("[C0]", other);
    return [buildStatement(id), buildOver("[Base/C0]"), { ...table, source: buildSpaceship(table.source) }];
  }),
  {
    number: 18,
    what: "the spec of a model knows neither POST nor PATCH",
    writes: true,
    async holds(target) {
      const { id } = await sendModel(target, buildPages());
      const statuses = ["POST", "PATCH"].map(
        async (method) => (await target.raw.send(method, `/v2/dataModels/${id}/spec`, {})).status,
      );
      return (await Promise.all(statuses)).every((status) => status === 404);
    },
  },
  buildModelFact(19, "elements always have a name", async ({ raw }, { dataModelId }) => {
    const { entries } = (await raw.get(`/v2/dataModels/${dataModelId}/elements?limit=1000`)).body;
    return entries.length === 0 ? undefined : entries.every(({ name }: Loose) => typeof name === "string");
  }),
  buildModelFact(
    20,
    "elements depend on elements, inode-…, elements of models, and names of statements",
    async (target, model) => {
      const entries = await listLineage(target, model);
      const known = new Set(entries.map(({ type, elementId, name }) => (type === "element" ? elementId : name)));
      const sources: string[] = entries.flatMap(({ type, sourceIds }) => (type === "element" ? (sourceIds ?? []) : []));
      const isKnown = (id: string) => known.has(id) || /^inode-\w{21,22}$/.test(id) || /^\w{21,22}\/.+$/.test(id);
      return sources.length === 0 ? undefined : sources.every(isKnown);
    },
  ),
  buildModelFact(
    21,
    "tables of a lineage have an inodeId, and statements names of their own",
    async (target, model) => {
      const entries = await listLineage(target, model);
      const tables = entries.filter(({ type }) => type === "table");
      const names = entries.filter(({ type }) => type === "customSQL").map(({ name }) => name);
      const isUnique = new Set(names).size === names.length;
      return tables.length + names.length === 0
        ? undefined
        : isUnique && tables.every(({ inodeId }) => /^[\w-]{36}$/.test(inodeId));
    },
  ),
  buildModelFact(23, "a model is read by the id in its address", async ({ raw }, { dataModelId, dataModelUrlId }) => {
    return (await raw.get(`/v2/dataModels/${dataModelUrlId}`)).body?.dataModelId === dataModelId;
  }),
  buildModelFact(24, "columns have a label beside their name", async ({ raw }, { dataModelId }) => {
    const { entries } = (await raw.get(`/v2/dataModels/${dataModelId}/columns?limit=1000`)).body;
    return entries.length === 0 ? undefined : entries.every((entry: Loose) => typeof entry.label === "string");
  }),
  {
    number: 26,
    what: "tables are files below the connections' root",
    writes: false,
    async holds({ raw }) {
      const [table] = (await raw.get("/v2/files?typeFilters=table&limit=1")).body.entries;
      return table && /^Connection Root\//.test((await raw.get(`/v2/files/${table.id}`)).body?.path);
    },
  },
  {
    number: 27,
    what: "a file is read by the id in its address",
    writes: false,
    async holds({ raw }) {
      const [file] = (await raw.get("/v2/files?limit=1")).body.entries;
      return file && (await raw.get(`/v2/files/${file.urlId}`)).body?.id === file.id;
    },
  },
  {
    number: 28,
    what: "files take a limit of 2000",
    writes: false,
    holds: async ({ raw }) => (await raw.get("/v2/files?limit=2000")).status === 200,
  },
  {
    number: 29,
    what: "page may be a plain number",
    writes: false,
    holds: async ({ raw }) => (await raw.get("/v2/files?limit=1&page=0")).status === 200,
  },
  {
    number: 35,
    what: "the sources of a dataset are a bare array",
    writes: false,
    async holds({ raw }) {
      const [dataset] = (await raw.get("/v2/datasets?limit=1")).body?.entries ?? [];
      return dataset && Array.isArray((await raw.get(`/v2/datasets/${dataset.datasetId}/sources`)).body);
    },
  },
  {
    number: 37,
    what: "a path that nothing has is a 404",
    writes: false,
    async holds(target) {
      const id = await findConnection(target);
      const path = ["NO", "SUCH", "TABLE"];
      return id === undefined
        ? undefined
        : (await target.raw.post(`/v2/connection/${id}/lookup`, { path })).status === 404;
    },
  },
  {
    number: 43,
    what: "a refresh token alone gets another one",
    writes: false,
    async holds(target) {
      const { refresh_token } = await signInRaw(target);
      if (refresh_token === undefined) return undefined;
      await turnAtToken();
      const { body } = await askForToken(target.baseUrl, { grant_type: "refresh_token", refresh_token });
      return body?.refresh_token !== undefined && body.refresh_token !== refresh_token;
    },
  },
  {
    number: 45,
    what: "secrets are about 128 characters",
    writes: false,
    holds: async ({ clientSecret }) => Math.abs(clientSecret.length - 128) < 16,
  },
  {
    number: 48,
    what: "a signed JWT gets a token of a tenant",
    writes: false,
    async holds(target) {
      const [tenant] = ((await target.raw.get("/v2/tenants?pageSize=1")).body?.entries ?? []).filter(Boolean);
      if (!tenant) return undefined;
      const { access_token: actor_token } = await signInRaw(target);
      await turnAtToken();
      const { status } = await askForToken(target.baseUrl, {
        grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
        subject_token: formSubjectToken(target, tenant.tenantOrganizationSlug),
        subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
        actor_token,
      });
      return status === 200;
    },
  },
];

function buildSpaceship(source: Loose): Loose {
  const [join] = source.joins;
  return { ...source, joins: [{ ...join, columns: [{ ...join.columns[0], op: "<=>" }] }] };
}

async function listLineage({ raw }: Target, { dataModelId }: Loose): Promise<Loose[]> {
  // A model without a lineage answers 400, 403 or 404: that is an ordinary answer.
  return (await raw.get(`/v2/dataModels/${dataModelId}/lineage?limit=1000`)).body?.entries ?? [];
}

async function signInRaw({ baseUrl, clientId, clientSecret }: Target): Promise<Loose> {
  await turnAtToken();
  const form = { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret };
  return (await askForToken(baseUrl, form)).body;
}

function formSubjectToken({ baseUrl, clientId, clientSecret }: Target, tenant: string): string {
  const encodeJson = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const iat = Math.floor(Date.now() / 1000);
  const claims = { tenant, ver: "1.1", aud: baseUrl, iat, exp: iat + 300, jti: randomUUID() };
  const signed = `${encodeJson({ alg: "HS256", typ: "JWT", kid: clientId })}.${encodeJson(claims)}`;
  return `${signed}.${createHmac("sha256", clientSecret).update(signed).digest("base64url")}`;
}
