import { Console } from "../../../../cli/src/command/console";
import { examine } from "../../../../cli/src/datasets/examine";
import { listRemarks } from "../../../../cli/src/datasets/words";
import { type AnalyticsClient, ApiError } from "../../../../provider/src/core/api";

const { stdin, stdout, stderr } = process;
const console = new Console({ stdin, stdout, stderr }, { color: false });
const options = { shouldUpdateReferences: true };

/** A client whose datasets are these, each with its state; `dryRun` answers for those asked. */
function buildClient(
  states: Record<string, object>,
  dryRun: (id: string) => unknown = () => ({ links: [] }),
): AnalyticsClient {
  return {
    datasets: {
      async *list() {
        for (const [name, state] of Object.entries(states)) {
          yield { datasetId: name, name, path: "Acme", migrationStatus: "not-migrated", ...state };
        }
      },
      migrate: async (id: string) => dryRun(id),
    },
  } as unknown as AnalyticsClient;
}

const createFailing = (status: number | undefined) => () => {
  throw new ApiError({ method: "POST", path: "/v2", detail: "no", outcome: "notApplied", status });
};

test("what is archived, migrated or in no need of it is left out, and told", async () => {
  const asked: string[] = [];
  const states = {
    plain: {},
    old: { isArchived: true },
    done: { migrationStatus: "migrated" },
    "done and archived": { migrationStatus: "migrated", isArchived: true },
    external: { migrationStatus: "not-required" },
    odd: { migrationStatus: "on-its-way" },
  };
  const holdings = await examine(
    buildClient(states, (id) => {
      asked.push(id);
      return { links: [] };
    }),
    console,
    options,
  );
  expect(asked).toEqual(["plain"]);
  expect(listRemarks(holdings)).toEqual([
    "Not included, because archived: old.",
    "2 datasets already migrated.",
    "2 datasets without need of migration.",
  ]);
});

test.each([400, 403, 404, 409])("a dry run that is refused with %d concerns its dataset only", async (status) => {
  const { plan } = await examine(buildClient({ a: {} }, createFailing(status)), console, options);
  expect(plan.datasets).toMatchObject([{ id: "a", refusal: expect.stringContaining(String(status)) }]);
});

test.each([401, 408, 429, 500, undefined])("a dry run that fails with %s ends all", async (status) => {
  await expect(examine(buildClient({ a: {} }, createFailing(status)), console, options)).rejects.toThrow(ApiError);
});

test("many archived ones are counted, not listed", async () => {
  const states = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`d${index}`, { isArchived: true }]));
  expect(listRemarks(await examine(buildClient(states), console, options))).toEqual([
    "Not included, because archived: d0, d1, d2, d3, d4, d5, d6, d7, d8, d9 and 2 more.",
  ]);
});
