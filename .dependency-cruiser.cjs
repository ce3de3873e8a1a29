/*
 * Which parts of the code import which. `npm run lint` fails on any other import. Each room is a folder that others
 * import through its entries; docs/architecture.md says what is in it.
 */

const core = [
  "core/api",
  "core/data",
  "core/engine",
  "core/files",
  "core/formula",
  "core/runtime",
  "core/model",
  "core/text",
];
const kinds = ["kinds", "kinds/declare"];
/** What checks and comparisons of a model's numbers are made of. */
const checked = ["core/scratch", "core/tables", "core/privacy"];
/** What commands have in common, by folder below `cli/src`; any file of these may be imported. */
const frame = ["cli/command", "cli/platform", "cli/project", "cli/documents", "cli/report", "cli/text"];
const shared = [...core, "core/workbook", "core/graph", "core/impact", ...checked, "core/checks", ...frame];

/**
 * By folder below `provider/src`: the rooms it imports, and those of which it imports types alone. `entries` are the
 * files that others import it through, where that isn't `index`; `typeEntries` those they import types from.
 */
const providerRooms = {
  // Neither the client nor the representation knows of the other: each could be a package.
  "core/text": { imports: [] },
  // `exact-yaml` alone loads js-yaml.
  "core/data": { imports: [], entries: ["index", "exact-yaml"] },
  "core/engine": { imports: ["core/data", "core/text"] },
  "core/runtime": { imports: [], entries: ["index", "node-check"] },
  // `check` is what programs don't load.
  "core/formula": { imports: ["core/text"], entries: ["index", "functions", "check"] },
  // `folder-path`, `regions` and `probe` are without the client: what a program loads. `answers` and `areas` are loaded
  // with it.
  "core/api": {
    imports: ["core/data", "core/runtime", "core/text"],
    entries: ["index", "answers", "areas", "folder-path", "regions", "probe"],
  },
  // `json` loads nothing, `text` and `across` neither zod nor the schema. `index` is published; the folders are for
  // this repository.
  "core/model": {
    imports: ["core/data", "core/engine", "core/formula", "core/runtime", "core/text"],
    entries: ["index", "json", "[^/]+/index"],
  },
  "core/files": { imports: ["core/data", "core/engine", "core/model", "core/text"] },
  // `across` loads neither zod nor a parser of XML.
  "core/workbook": { imports: ["core/data", "core/formula", "core/model", "core/text"], entries: ["index", "across"] },
  "core/graph": { imports: ["core/data", "core/formula", "core/model", "core/text", "core/workbook"] },
  "core/release": { imports: ["core/text"] },
  "core/impact": { imports: ["core/api", "core/data", "core/files", "core/model", "core/graph"] },
  "core/scratch": { imports: ["core/api", "core/data", "core/model", "core/runtime", "core/workbook"] },
  "core/tables": { imports: ["core/api", "core/data", "core/formula", "core/model", "core/text"] },
  "core/privacy": { imports: ["core/data", "core/scratch", "core/tables"] },
  "core/checks": { imports: ["core/api", "core/data", "core/formula", "core/model", "core/text", ...checked] },
  settings: { imports: core },
  "kinds/declare": { imports: core, types: ["settings"] },
  kinds: {
    imports: [...core, "core/workbook", "core/graph", "core/impact", ...checked, "core/checks", "kinds/declare"],
    types: ["settings"],
    entries: ["registry", "api-credential/visible", "workbook/losses"],
    typeEntries: ["[^/]+(/(index|fields))?"],
  },
  "host/baseline": { imports: [...core, "kinds/declare"], types: kinds, entries: ["kept", "values", "write"] },
  "host/create": { imports: [...core, "settings", "host/baseline"], types: kinds },
  host: {
    imports: [...core, "settings", ...kinds, "host/create", "host/baseline"],
    entries: ["dynamic", "lifecycle", "engine-watch"],
  },
  // `resource` is the base class alone, `host-package` needs no SDK.
  program: {
    imports: [...core, "core/release", "core/workbook"],
    types: kinds,
    entries: ["index", "native", "resource", "host-package"],
  },
  // `registry` and `question` are the declarations alone, `permissions` reads them.
  lookups: { imports: [...core, "settings", "program"], entries: ["index", "permissions", "question", "registry"] },
  policy: { imports: [...core, "kinds", "program"], types: kinds },
  // The other door: what the engine calls, on the same lifecycles.
  plugin: {
    imports: [...core, "core/release", "settings", ...kinds, "host", "host/baseline", "host/create", "lookups"],
    entries: [],
  },
  testing: { imports: [...core, ...kinds, "program"] },
  embed: { imports: [] },
};

/** Of a command: what it takes, and what runs it. */
const entries = ["index", "run"];

/** By folder below `cli/src`: what commands have in common, then a folder for each command. */
const commandRooms = {
  command: {
    imports: [...core, ...kinds, "lookups", "cli/project"],
    types: ["cli/platform", "cli/report"],
    entries: ["[^/]+"],
  },
  project: { imports: [...core, "cli/command", "cli/text"], entries: ["[^/]+"] },
  platform: {
    imports: [...core, "core/workbook", "core/impact", "settings", "cli/command", "cli/project"],
    entries: ["[^/]+"],
  },
  text: {
    imports: [...core, "core/workbook", "cli/command"],
    entries: ["index", "line-diff", "names", "typescript", "writers/[^/]+"],
  },
  report: { imports: [...core, "cli/text"], types: ["cli/command"], entries: ["[^/]+"] },
  // Files, commits and folders are found and read by `set` alone.
  documents: {
    imports: shared,
    entries: [
      "(?!(commit-files|find-files|ignored|missing-elements|outside-ids|project-documents|project-files)[.])[^/]+",
    ],
    typeEntries: ["find-files", "project-files"],
  },
  api: { imports: [...shared, "kinds", "lookups"], entries },
  check: { imports: shared, entries },
  comment: { imports: [...shared, "cli/drawing"], entries },
  completion: { imports: shared, entries },
  drawing: { imports: shared, entries: ["index", "format"] },
  diff: { imports: [...shared, "cli/drawing"], entries },
  doctor: { imports: [...shared, "settings", ...kinds, "lookups", "program", "host/create"], entries },
  draw: { imports: [...shared, "cli/drawing"], entries },
  edit: { imports: shared, entries },
  fmt: { imports: shared, entries },
  generate: { imports: [...shared, "generate"], entries: ["index", "[^/]+/run"] },
  impact: { imports: [...shared, "generate"], entries },
  init: { imports: [...shared, "settings"], entries },
  mcp: { imports: shared, entries },
  pull: { imports: [...shared, ...kinds], entries },
  rename: { imports: [...shared, ...kinds], entries },
  sandbox: { imports: shared, entries: ["index", "up", "down", "sweep"] },
  validate: { imports: shared, entries },
};

const commandNames = Object.keys(commandRooms).map((name) => `cli/${name}`);

/** Every room by its name, with its folder. */
const rooms = new Map([
  ...Object.entries(providerRooms).map(([name, room]) => [name, { ...room, folder: `provider/src/${name}` }]),
  ["generate", { folder: "generate/src", imports: core, entries: ["index", "[^/]+/index"] }],
  [
    "cli",
    {
      folder: "cli/src",
      imports: [...core, ...commandNames],
      entries: ["[^/]+"],
    },
  ],
  ...Object.entries(commandRooms).map(([name, room]) => [`cli/${name}`, { ...room, folder: `cli/src/${name}` }]),
]);

const folders = [...rooms.values()].map(({ folder }) => folder);

/** The files of a room, without those of the rooms in its folder. */
function matchFiles(folder) {
  const inner = folders
    .filter((other) => other.startsWith(`${folder}/`))
    .map((other) => other.slice(folder.length + 1));
  return inner.length === 0 ? `^${folder}/` : `^${folder}/(?!(${inner.join("|")})/)`;
}

/** The files that others import rooms through. */
function matchEntries(names, listEntries) {
  return names.flatMap((name) => {
    const { folder, ...room } = rooms.get(name);
    return listEntries(room).map((entry) => `^${folder}/${entry}[.]ts$`);
  });
}

const listEntries = ({ entries = ["index"] }) => entries;
const listTypeEntries = ({ typeEntries = [], ...room }) => [...listEntries(room), ...typeEntries];
const ofTypes = ["type-only", "type-import"];

const forbid = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

/**
 * Two rules: a room imports nothing but its own files and the entries of the rooms below it, and so it is with types.
 */
function forbidOthers([name, { folder, imports, types = [] }]) {
  const own = matchFiles(folder);
  const to = (entries) => ({ path: "^(provider|cli|generate)/src/", pathNot: [own, ...entries] });
  const listRooms = (names) => `${names.join(", ") || "no other room"}, through the entries listed there.`;
  return [
    forbid(
      name,
      `By .dependency-cruiser.cjs, ${name} imports ${listRooms(imports)}`,
      { path: own },
      { ...to(matchEntries(imports, listEntries)), dependencyTypesNot: ofTypes },
    ),
    forbid(
      `types in ${name}`,
      `By .dependency-cruiser.cjs, ${name} imports types of ${listRooms([...imports, ...types])}`,
      { path: own },
      { ...to(matchEntries([...imports, ...types], listTypeEntries)), dependencyTypes: ofTypes },
    ),
  ];
}

const exported = "^provider/src/(index|host|native)[.]ts$";
const inRooms = [...folders.map((folder) => `^${folder}/`), exported];

/** A package imports its own sources, what is installed, and `others`. */
function forbidOutside(name, others = []) {
  return forbid(
    `${name} alone`,
    `The sources of ${name} import none of another package here.`,
    { path: `^${name}/src/` },
    {
      path: "^(bench|cli|diagram|emulator|generate|policies|provider|tests|tools)/",
      pathNot: [`^${name}/src/`, ...others],
    },
  );
}

/** Of a data model, what reviews must not import what reads or writes, and what reads nothing that writes. */
function forbidInModel(part, others) {
  const folder = "^provider/src/kinds/data-model";
  return forbid(
    `data-model/${part}`,
    `Of data models, ${part} imports nothing of ${others.join(", ")}.`,
    { path: `${folder}/${part}(/|[.]ts$)` },
    { path: `${folder}/(${others.join("|")})(/|[.]ts$)` },
  );
}

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    forbid("no circle", "No file imports itself through others.", {}, { circular: true }),
    forbid("resolved", "What is imported is there. `npm run build` may be needed.", {}, { couldNotResolve: true }),
    forbid(
      "in a room",
      "A new folder is listed here.",
      { path: "^(provider|cli|generate)/src/", pathNot: inRooms },
      {},
    ),
    forbid(
      "of a room",
      "A new folder is listed here.",
      {},
      { path: "^(provider|cli|generate)/src/.*[.]ts$", pathNot: inRooms },
    ),
    ...[...rooms].flatMap(forbidOthers),
    forbid(
      "exports",
      "What the package exports is in its rooms for programs and hosts.",
      { path: exported },
      {
        path: "^provider/src/",
        pathNot: [exported, ...matchEntries([...core, "host", "kinds", "lookups", "program"], listEntries)],
      },
    ),
    forbidInModel("review", ["read", "stored", "write"]),
    forbidInModel("read", ["write"]),
    // The emulator knows nothing of the provider, so that a mistake of one can't hide in the other.
    forbidOutside("emulator"),
    forbidOutside("diagram"),
    forbidOutside("provider", ["^provider/package[.]json$"]),
    forbidOutside("policies", ["^provider/dist/"]),
    forbidOutside("generate", ["^provider/src/core/"]),
    forbidOutside("cli", ["^provider/(src/|package[.]json$)", "^diagram/dist/", "^generate/src/"]),
    forbid(
      "by name",
      "The command imports other packages by name: provider/src/package.json lists the files of the provider.",
      { path: "^cli/src/" },
      { pathNot: "^cli/src/", dependencyTypes: ["local"] },
    ),
    forbid(
      "yaml edits",
      "js-yaml reads YAML. yaml is for what the command writes or edits.",
      { path: "^(provider|cli|generate)/src/", pathNot: "^cli/src/text/" },
      { path: "^node_modules/yaml/" },
    ),
    forbid(
      "axios on demand",
      "axios is loaded with the first request.",
      { path: "^provider/src/" },
      { path: "^node_modules/axios/", dependencyTypesNot: [...ofTypes, "require"] },
    ),
    // What the provider imports, a test of the packed package checks.
    forbid(
      "declared",
      "What a package imports is in its package.json.",
      { path: "^(cli|diagram|emulator|generate|policies)/src/" },
      { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"], dependencyTypesNot: [...ofTypes, "npm-peer"] },
    ),
  ],
  options: {
    doNotFollow: { path: ["node_modules", "/dist/"] },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "require", "node", "types"] },
  },
};
