import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import type { TemporaryStack } from "../../tools/quickstart/src/temporary-stack";
import { createStack, repository } from "./support";

const names = ["emea", "apac"] as const;

describe("the same files in two organizations", () => {
  let emulators: Emulator[];
  let stack: TemporaryStack;

  beforeAll(async () => {
    emulators = await Promise.all(names.map((_, index) => startEmulator({ seed: index + 1 })));
    stack = await createStack({
      files: {
        "examples/two-organizations": join(repository, "examples/two-organizations"),
        "examples/quickstart": join(repository, "examples/quickstart"),
      },
      texts: {
        "Pulumi.yaml":
          "name: two\nruntime:\n  name: nodejs\n  options:\n    typescript: true\nmain: examples/two-organizations\n",
      },
      nodeModules: join(repository, "node_modules"),
      config: {
        organizations: JSON.stringify(
          emulators.map(({ seeded }, index) => ({
            profile: names[index],
            folderId: seeded.folders.models,
            warehouse: seeded.connections.warehouse,
            releaseTag: index === 0 ? "Production" : "Released",
          })),
        ),
      },
      secrets: { "analytics:profiles": JSON.stringify(buildConnections(emulators)) },
    });
  });

  afterAll(async () => {
    await stack.dispose();
    for (const emulator of emulators) await emulator.stop();
  });

  const buildConnections = ([emea, apac]: Emulator[]) =>
    Object.fromEntries(
      [emea!, apac!].map(({ url, clientId, clientSecret }, index) => [
        names[index],
        { baseUrl: url, clientId, clientSecret },
      ]),
    );

  test("other ids, equal contents, tags by their name there", async () => {
    await stack.expect(["up", "--yes", "--skip-preview"]);
    const outputs = (await stack.readOutputs()) as {
      models: { revenue: string; orders: string; factOrders: string }[];
    };
    const [emea, apac] = outputs.models;
    expect(emea!.orders).not.toBe(apac!.orders);
    expect(emea!.factOrders).not.toBe(apac!.factOrders);
    const columns = emulators.map((emulator) => {
      const { dataModelVersions } = emulator.snapshot();
      return dataModelVersions
        .filter(({ dataModelId }) => dataModelId !== emulator.seeded.legacyModel)
        .map(({ pages }) =>
          pages.map((page) =>
            page.elements.map((element) => ({
              name: element.name,
              source: element.kind === "table" ? element.source.kind : undefined,
              columns: "columns" in element ? element.columns.map(({ id: _, ...column }) => column) : [],
            })),
          ),
        )
        .map((pages) => JSON.stringify(pages))
        .sort();
    });
    expect(columns[0]).toHaveLength(3);
    expect(columns[0]).toEqual(columns[1]);
    expect(emulators.map((emulator) => emulator.snapshot().tags.map(({ name }) => name))).toEqual([
      ["Production"],
      ["Released"],
    ]);
    await stack.expect(["up", "--yes", "--skip-preview", "--expect-no-changes"]);
  });

  test("a profile of another organization is refused before a write, and nothing counts as gone", async () => {
    for (const emulator of emulators) emulator.clearRequests();
    await stack.configure({}, { "analytics:profiles": JSON.stringify(buildConnections([...emulators].reverse())) });
    // Without the program, a refresh goes by the settings of the last update, which the engine keeps in the state.
    const refused = await stack.run(["refresh", "--yes", "--skip-preview", "--run-program"]);
    expect(refused.code).not.toBe(0);
    expect(refused.stdout + refused.stderr).toContain("now signs in with another API client");
    const asked = emulators.flatMap((emulator) => emulator.requests());
    expect(asked.filter(({ method, path }) => method !== "GET" && path !== "/v2/auth/token")).toEqual([]);
    await stack.configure({}, { "analytics:profiles": JSON.stringify(buildConnections(emulators)) });
    await stack.expect(["refresh", "--yes", "--skip-preview", "--run-program", "--expect-no-changes"]);
  });

  test("destroy empties both", async () => {
    await stack.expect(["destroy", "--yes", "--skip-preview", "--run-program"]);
    for (const emulator of emulators) expect(emulator.snapshot().tags).toEqual([]);
  });
});
