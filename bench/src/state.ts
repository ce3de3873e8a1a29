import { canonicalize, type Json } from "pulumi-analytics/spec";
import type { StateResource } from "../../tools/quickstart/dist/temporary-stack";
import type { Bench } from "./shared/measure";

const countBytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

type Properties = Record<string, unknown>;

/** What the user declared, and what the platform answered about it. */
const isOwn = (key: string) => !key.startsWith("__") && key !== "ids";

const pick = (properties: Properties = {}, isMeant: (key: string) => boolean) =>
  Object.fromEntries(Object.entries(properties).filter(([key]) => isMeant(key)));

/** What the package adds to a resource in the state, as JSON without blanks. */
function measureAdded({ inputs, outputs, ...resource }: StateResource): number {
  const countOthers = (properties?: Properties) => countBytes(pick(properties, (key) => !isOwn(key)));
  const { propertyDependencies } = resource as { propertyDependencies?: Properties };
  return countOthers(inputs) + countOthers(outputs) + countOthers(propertyDependencies);
}

/**
 * Bytes that a resource may have for its provider's code, twice in the dynamic provider, and for the evidence by which
 * a later run knows its object: when, by whom and where it was written.
 */
const mostAdded = 560;

/** What the engine keeps of any resource: names, times, the place in the program. */
function measureEngine({ inputs, outputs, ...resource }: StateResource): number {
  return countBytes({ ...resource, propertyDependencies: {} });
}

export const state: Bench = {
  name: "state",
  about: "bytes in the state per resource, beyond the user's own inputs and outputs",
  async run({ report, scale, lab }) {
    const declared = { models: 2, columns: scale.of(300, 30), tags: 2, policies: 2, credentials: 2 };
    const ours = await lab.createProject({ program: "ours", declared, emulator: await lab.startEmulator() });
    const peer = await lab.createProject({ program: "peer", declared: { trivial: 2 } });
    for (const project of [ours, peer]) await project.make();
    const resources = await ours.stack.listResources();
    const listKind = (kind: string) => resources.filter(({ type }) => type.endsWith(`:${kind}`));
    const findMost = (all: readonly StateResource[], size: (resource: StateResource) => number) =>
      Math.max(...all.map(size));

    for (const kind of ["Tag", "DeploymentPolicy", "ApiCredential"]) {
      report.count(`of a ${kind}`, findMost(listKind(kind), measureAdded), "B", { most: mostAdded });
    }
    const specs = listKind("DataModel").map(({ inputs }) => JSON.parse(String(inputs?.spec)) as Json);
    const canonical = Math.min(...specs.map((spec) => countBytes(canonicalize(spec))));
    report.count("of a DataModel", findMost(listKind("DataModel"), measureAdded), "B", { most: mostAdded + canonical });
    report.count("its canonical spec", canonical, "B");
    const least = findMost(await peer.stack.listResources(), measureEngine);
    report.count("what the engine keeps of a trivial resource", least, "B");
    report.count("what the engine keeps of a Tag beside", findMost(listKind("Tag"), measureEngine), "B", {
      // The classes of this package stand between the SDK and the program: a frame more in the stack that the SDK
      // stores.
      most: Math.round(1.3 * least),
    });
  },
};
