import { join } from "node:path";

/** What a program declares; it reads this from `declared.json` beside it. */
export interface Declared {
  readonly models?: number;
  /** Columns of each model. */
  readonly columns?: number;
  /** Another number is another formula in the first model's first column, and another text of the first tag. */
  readonly revision?: number;
  readonly workbooks?: number;
  /** Elements of each workbook. */
  readonly elements?: number;
  readonly tags?: number;
  /** Schedules of workbooks, in turn. */
  readonly schedules?: number;
  /** A word that sets the names of this stack's objects apart from those of others. */
  readonly domain?: string;
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
  /** Trivial resources of the peer. */
  readonly trivial?: number;
}

const start = `
const pulumi = require("@pulumi/pulumi");
const { buildModelSpec } = require(${JSON.stringify(join(__dirname, "models"))});
const {
  models = 0, columns = 0, revision = 0, tags = 0, policies = 0, credentials = 0, trivial = 0,
  workbooks = 0, elements = 0, schedules = 0, domain = "",
  members = 0, teams = 0, attributes = 0, folders = 0, grantsPerFolder = 0,
} = require("./declared.json");
const config = new pulumi.Config();
const times = (count, make) => Array.from({ length: count }, (_, index) => make(index));
const folderId = config.get("folderId");
const specOf = (model) => {
  const spec = buildModelSpec(model, { columns, connectionId: config.require("connectionId") });
  if (model === 0) spec.pages[0].elements[0].columns[0].formula = "[ORDERS/AMOUNT] * " + revision;
  return spec;
};
const contentsOf = (workbook) => {
  const { buildRichWorkbook } = require(${JSON.stringify(require.resolve("analytics-emulator"))});
  const contents = buildRichWorkbook({ connectionId: config.require("connectionId"), elements });
  contents.elements[0].name = "Number " + workbook;
  return JSON.stringify(contents);
};
`;

/** With the package, as its README says. */
const ours = `${start}
const analytics = require("pulumi-analytics");
times(models, (i) => new analytics.DataModel("model-" + i, { name: domain + "Model " + i, folderId, spec: specOf(i) }));
const books = times(workbooks, (i) => new analytics.Workbook("workbook-" + i,
  { name: domain + "Workbook " + i, folderId, contents: contentsOf(i) }));
times(tags, (i) => new analytics.Tag("tag-" + i, { name: "Tag " + i, color: "grass", 
  description: "Number " + (i === 0 ? -revision : i) }));
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
  email: "member." + i + domain + "@acme.example", firstName: "Member", lastName: String(i), sendInvite: false,
}));
const groups = times(teams, (i) => new analytics.Team("team-" + i,
  { name: domain + "Team " + i, members: people.filter((_, index) => index % teams === i) }));
times(schedules, (i) => new analytics.WorkbookSchedule("schedule-" + i, {
  workbookId: books[i % books.length], title: domain + "Schedule " + i, message: "Figures",
  cronSpec: "0 7 * * 1", timezone: "UTC",
  attachments: [{ format: { type: "PDF", layout: "landscape" } }], targets: [{ email: "ann@acme.example" }],
}));
times(attributes, (i) => {
  const attribute = new analytics.UserAttribute("attribute-" + i, { name: "Attribute " + i, allowDelete: true });
  new analytics.UserAttributeAssignment("value-" + i, { userAttributeId: attribute, teamId: groups[i % teams],
    value: "v" });
});
times(folders, (i) => {
  const folder = new analytics.Folder("folder-" + i, { name: domain + "Folder " + i, parentId: folderId });
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
const peer = `${start}
const provider = 'exports.handler = () => ({ create: async (inputs) => ({ id: "trivial", outs: inputs }) });';
class Trivial extends pulumi.CustomResource {
  constructor(name, texts) {
    super("pulumi-nodejs:dynamic/bench:Trivial", name, { ...texts, __provider: provider });
  }
}
times(trivial, (i) => new Trivial("trivial-" + i, { value: "Number " + i }));
times(models, (i) => new Trivial("model-" + i, { name: "Model " + i, folderId, spec: JSON.stringify(specOf(i)) }));
times(workbooks, (i) => new Trivial("workbook-" + i, { name: "Workbook " + i, folderId, contents: contentsOf(i) }));
times(tags, (i) => new Trivial("tag-" + i, { name: "Tag " + i, color: "grass", description: "Number " + i }));
`;

/** The programs that are compared. In JavaScript, so that no compiler runs beside them. */
export const programs = { ours, plugin, peer };

export type Program = keyof typeof programs;
