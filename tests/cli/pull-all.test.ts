import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Emulator } from "analytics-emulator";
import type { TemporaryStack } from "../../tools/quickstart/src/temporary-stack";
import { chooseCases } from "../cases";
import { createStack, repository } from "../engine/support";
import { createWholeOrganization, listAsked, readTree, startEmpty } from "./pull-support";
import { runPiped } from "./support";

const packages = "packages:\n  analytics: ./node_modules/pulumi-analytics/plugin\n";
const project = `name: everything\nruntime:\n  name: nodejs\n  options:\n    typescript: true\n${packages}`;

let emulator: Emulator;
let organization: Awaited<ReturnType<typeof createWholeOrganization>>;
let stack: TemporaryStack;
beforeEach(async () => {
  emulator = await startEmpty({ seed: 1 });
  organization = await createWholeOrganization(emulator);
  stack = await createStack({
    files: {},
    texts: { "Pulumi.yaml": project },
    nodeModules: join(repository, "node_modules"),
    config: { "analytics:baseUrl": emulator.url, "analytics:clientId": emulator.clientId },
    secrets: { "analytics:clientSecret": emulator.clientSecret },
  });
});
afterEach(async () => {
  await stack?.dispose();
  await emulator?.stop();
});

const listWrites = () => listAsked(emulator).filter((request) => !request.startsWith("GET "));

interface Told {
  readonly secrets: readonly { readonly key: string }[];
  readonly program: readonly { readonly path: string; readonly action: string }[];
  readonly leftOut: readonly unknown[];
  readonly unreadable: readonly { readonly what: string; readonly why: string }[];
}

async function pull(...args: string[]): Promise<Told & { readonly code: number }> {
  const options = { cwd: stack.directory, env: { ...stack.environment } };
  const { code, stdout, stderr } = await runPiped(["pull", "--json", ...args], options);
  expect(stderr).toBe("");
  return { code, ...(JSON.parse(stdout) as Told) };
}

/** The files of the program by their names. */
function readProgram(): Record<string, string> {
  const files = Object.entries(readTree(stack.directory)).filter(([path]) => /^[a-z]+\.ts$/.test(path));
  return Object.fromEntries(files);
}

const forms: [string, string[]][] = [
  ["adopts", []],
  // `pull-import` has one of less.
  ["imports", ["--import"]],
];
test.each(chooseCases(forms))(
  "--all: a program that %s everything, by references, without a write",
  async (_, form) => {
    emulator.clearRequests();
    const told = await pull("--all", ...form);
    const requests = countCosts(listAsked(emulator));
    expect(told).toMatchObject({ code: 0, leftOut: [], unreadable: [] });
    expect(listWrites()).toEqual([]);
    expect(listMistakes(stack.directory)).toEqual([]);
    expect(listRepeatedIds(readProgram())).toEqual([]);
    if (form.length === 0) expect({ requests, files: readProgram() }).toMatchSnapshot();

    await stack.configure({}, Object.fromEntries(told.secrets.map(({ key }) => [key, "whatever it is"])));
    emulator.clearRequests();
    await stack.expect(["up", "--yes", "--skip-preview"]);
    await stack.expect(["preview", "--expect-no-changes"]);
    const before = readTree(stack.directory);
    const again = await pull();
    expect(again.program.filter(({ action }) => action !== "unchanged")).toEqual([]);
    expect(readTree(stack.directory)).toEqual(before);
    expect(listWrites()).toEqual([]);
  },
);

test("--all: what the credentials may not read is told, and the rest is written", async () => {
  const { apiConnectorId } = organization;
  const refuse = (path: string) => emulator.addFault({ fault: "status", status: 403, body: "json", path });
  refuse(`/v2/api-connectors/${apiConnectorId}`);
  refuse("/v2/tenants");
  refuse("/v2/reports");
  refuse("/v2/connections/*/grants");
  // An organization without the beta.
  emulator.addFault({ fault: "status", status: 404, body: "json", path: "/v2/plugins" });
  const { code, unreadable } = await pull("--all");
  expect({ code, unreadable: unreadable.map(({ what }) => what) }).toEqual({
    code: 1,
    unreadable: [`ApiConnector ${apiConnectorId}`, "ReportSchedule", "Tenant", "TenantDeploymentCapability", "reports"],
  });
  expect(Object.keys(readProgram())).toEqual(expect.arrayContaining(["access.ts", "people.ts", "warehouse.ts"]));
  for (const file of ["tenants.ts", "plugins.ts"]) expect(Object.keys(readProgram())).not.toContain(file);
  expect(listMistakes(stack.directory)).toEqual([]);
});

/** How many requests of each sort were sent. */
function countCosts(requests: readonly string[]): Record<string, number> {
  const sorts = requests.map((request) => request.replaceAll(/\/[^/]*\d[^/]{8,}/g, "/…")).sort();
  const counts: Record<string, number> = { all: sorts.length };
  for (const sort of sorts) counts[sort] = (counts[sort] ?? 0) + 1;
  return counts;
}

/** Ids of declared objects that stand anywhere but in the object's own declaration. */
function listRepeatedIds(files: Record<string, string>): string[] {
  const own = /(?:adopt: \{ id: |import: )"([^"]+)"/g;
  const ids = Object.values(files).flatMap((text) => [...text.matchAll(own)].map(([, id]) => id as string));
  expect(ids.length).toBeGreaterThan(60);
  return Object.entries(files).flatMap(([path, text]) => {
    const others = text.replaceAll(own, "");
    return ids.filter((id) => others.includes(id)).map((id) => `${path}: ${id}`);
  });
}

/** What TypeScript has to say about a program; in a process of its own, because it takes much memory. */
function listMistakes(folder: string): string[] {
  const compiler = join(repository, "node_modules/.bin/tsc");
  const { stdout } = spawnSync(compiler, ["--noEmit", "--skipLibCheck", "-p", folder], { encoding: "utf8" });
  return stdout.split("\n").filter((line) => line !== "");
}
