import { join } from "node:path";

/** What a program declares; it reads this from `declared.json` beside it. */
export interface Declared {
  readonly models?: number;
  /** Columns of each model. */
  readonly columns?: number;
  /** Another number is another formula in the first model's first column. */
  readonly revision?: number;
  readonly tags?: number;
  readonly policies?: number;
  readonly credentials?: number;
  readonly members?: number;
  /** Teams, each with the whole set of its members. */
  readonly teams?: number;
  /** Attributes, each with a value for one team. */
  readonly attributes?: number;
  /** Folders, each with a grant to as many teams. */
  readonly folders?: number;
  readonly grantsPerFolder?: number;
  /** Resources of the floor. */
  readonly trivial?: number;
}

const start = `
const pulumi = require("@pulumi/pulumi");
const { buildModelSpec } = require(${JSON.stringify(join(__dirname, "models"))});
const {
  models = 0, columns = 0, revision = 0, tags = 0, policies = 0, credentials = 0, trivial = 0,
  members = 0, teams = 0, attributes = 0, folders = 0, grantsPerFolder = 0,
} = require("./declared.json");
const config = new pulumi.Config();
const times = (count, make) => Array.from({ length: count }, (_, index) => make(index));
const folderId = config.get("folderId");
const specOf = (model) => {
  const spec = buildModelSpec(model, { columns, connectionId: config.require("connectionId") });
  if (model === 0) spec.pages[0].elements[0].columns[0].formula = "[ORDERS/COLUMN_0] * " + revision;
  return spec;
};
`;

/** With the package, as its README says. */
const ours = `${start}
const analytics = require("pulumi-analytics");
times(models, (i) => new analytics.DataModel("model-" + i, { name: "Model " + i, folderId, spec: specOf(i) }));
times(tags, (i) => new analytics.Tag("tag-" + i, { name: "Tag " + i, color: "grass", description: "Number " + i }));
times(policies, (i) => new analytics.DeploymentPolicy("policy-" + i, { name: "Policy " + i }));
const methods = [
  { authMethod: "basic", basic: { username: "ann", password: "bench" } },
  { authMethod: "bearer", bearer: { token: "bench" } },
  { authMethod: "apiKey", apiKey: { key: "X-Key", value: "bench", isQueryParam: false } },
];
times(credentials, (i) => new analytics.ApiCredential("credential-" + i, {
  name: "Credential " + i, allowlist: ["api.example.com"], credential: methods[i % methods.length],
}));
const people = times(members, (i) => new analytics.Member("member-" + i, {
  email: "member." + i + "@acme.example", firstName: "Member", lastName: String(i), sendInvite: false,
}));
const groups = times(teams, (i) => new analytics.Team("team-" + i,
  { name: "Team " + i, members: people.filter((_, index) => index % teams === i) }));
times(attributes, (i) => {
  const attribute = new analytics.UserAttribute("attribute-" + i, { name: "Attribute " + i, allowDelete: true });
  new analytics.UserAttributeAssignment("value-" + i, { userAttributeId: attribute, teamId: groups[i % teams],
    value: "v" });
});
times(folders, (i) => {
  const folder = new analytics.Folder("folder-" + i, { name: "Folder " + i, parentId: folderId });
  times(grantsPerFolder, (n) => {
    new analytics.Grant("grant-" + i + "-" + n, { inodeId: folder, teamId: groups[(i * grantsPerFolder + n) % teams],
      permission: "view" });
  });
});
`;

/** The same program, served by the plugin. */
const plugin = ours.replace('require("pulumi-analytics")', 'require("pulumi-analytics/native")');

/**
 * The least an engine can be asked for: resources of one short text, whose provider does nothing. Declared as models or
 * tags, they carry the texts of these.
 */
const floor = `${start}
const provider = 'exports.handler = () => ({ create: async (inputs) => ({ id: "trivial", outs: inputs }) });';
class Trivial extends pulumi.CustomResource {
  constructor(name, texts) {
    super("pulumi-nodejs:dynamic/bench:Trivial", name, { ...texts, __provider: provider });
  }
}
times(trivial, (i) => new Trivial("trivial-" + i, { value: "Number " + i }));
times(models, (i) => new Trivial("model-" + i, { spec: JSON.stringify(specOf(i)) }));
times(tags, (i) => new Trivial("tag-" + i, { name: "Tag " + i, color: "grass", description: "Number " + i }));
`;

/**
 * What people write without a package: a closure and axios, and the spec as an object. It signs in once, which not all
 * think of.
 */
const naive = `${start}
const axios = require("axios");
const analytics = new pulumi.Config("analytics");
const provider = {
  async signedIn({ baseUrl, clientId, clientSecret }) {
    this.token ??= axios.post(baseUrl + "/v2/auth/token",
      new URLSearchParams({ grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret }));
    const { data } = await this.token;
    return axios.create({ baseURL: baseUrl, headers: { Authorization: "Bearer " + data.access_token,
      Accept: "application/json" } });
  },
  async create(inputs) {
    const http = await this.signedIn(inputs);
    const { name, folderId, spec } = inputs;
    const { data } = await http.post("/v2/dataModels/spec", { name, folderId, schemaVersion: 1, ...spec });
    return { id: data.dataModelId, outs: inputs };
  },
  async update(id, olds, news) {
    const http = await this.signedIn(news);
    await http.put("/v2/dataModels/" + id + "/spec", { schemaVersion: 1, ...news.spec });
    return { outs: news };
  },
  async delete(id, inputs) {
    const http = await this.signedIn(inputs);
    await http.delete("/v2/files/" + id);
  },
};
class DataModel extends pulumi.dynamic.Resource {
  constructor(name, args) {
    super(provider, name, args);
  }
}
const settings = { baseUrl: analytics.require("baseUrl"), clientId: analytics.require("clientId"),
  clientSecret: analytics.requireSecret("clientSecret") };
times(models, (i) => new DataModel("model-" + i, { ...settings, name: "Model " + i, folderId, spec: specOf(i) }));
`;

/** The programs that are compared. In JavaScript, so that no compiler runs beside them. */
export const programs = { ours, plugin, floor, naive };

export type Program = keyof typeof programs;
