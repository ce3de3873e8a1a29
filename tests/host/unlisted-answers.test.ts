import { z } from "zod";
import type { AnyKind } from "../../provider/src/kinds/declare";
import { registry } from "../../provider/src/kinds/registry";
import { operations, samples } from "../samples";
import { setUpRespelling } from "./respelling-proxy";
import { Host } from "./support";

type Properties = Record<string, unknown>;

const at = setUpRespelling();

/** The words that the schema of a kind lists; of a model's contents, some that the rules know. */
function listWords(kind: AnyKind): ReadonlySet<string> {
  const words = new Set<string>(kind.name === "DataModel" ? ["table", "warehouse-table", "text"] : []);
  JSON.parse(JSON.stringify(z.toJSONSchema(kind.shape.inputs, { unrepresentable: "any" })), (key, value) => {
    if (key === "enum") for (const word of value) if (typeof word === "string") words.add(word);
    if (key === "const" && typeof value === "string") words.add(value);
    return value;
  });
  for (const word of variantsOf[kind.name] ?? []) words.add(word);
  return words;
}

/** Words of forms that several fields make together. */
const variantsOf: Readonly<Record<string, readonly string[]>> = {
  SourceSwapPolicy: ["all", "exact", "attribute"],
  WorkbookSchedule: ["PDF", "XLSX", "EXCEL", "PNG", "element", "page"],
  ReportSchedule: ["PDF"],
};

/** The platform keeps nothing of these that can be read. */
const events = ["ConnectionSync", "DbtArtifacts", "DatasetMigration", "ModelCheck", "WebhookTrigger"];

/** The kinds whose answers have a word that their schema lists. */
const listing = [
  "ApiConnector",
  "Connection",
  "DataModel",
  "Grant",
  "Grants",
  "Member",
  "SourceSwapPolicy",
  "Tag",
  "WorkbookSchedule",
  "ReportSchedule",
];

describe("a word that this release doesn't know, such as a new type, in the platform's answers", () => {
  const kinds = Object.keys(samples).filter((kind) => !events.includes(kind));

  test.each(kinds)("%s: an import reads it, and its check passes", async (name) => {
    const kind = registry[name]!();
    const words = listWords(kind);
    const create = operations.find((one) => one.kind === name && one.verb === "create")!;
    const given = await create.given(at.emulator);
    const host = await Host.startShared(name);
    await host.configure({
      "analytics:baseUrl": at.platform.url,
      "analytics:clientId": at.emulator.clientId,
      "analytics:clientSecret": at.emulator.clientSecret,
    });
    const { inputs: declared } = await host.check({}, create.declared(given) as Properties);
    const { id } = await host.create(declared);
    let changed = 0;
    at.platform.respell((value, method) => {
      if (method !== "GET" || !words.has(value)) return value;
      changed += 1;
      return `${value}-next`;
    });
    const { id: found, inputs } = await host.read(id, {});
    expect(found).not.toBe("");
    expect(changed > 0 || !listing.includes(name)).toBe(true);
    if (listing.includes(name)) expect(JSON.stringify(inputs)).toContain("-next");
    expect((await host.check(inputs, inputs)).failures).toEqual([]);
  });
});
