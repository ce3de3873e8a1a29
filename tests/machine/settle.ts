import { succeed } from "./advice";
import { restoreRights } from "./commands";
import type { Lab } from "./lab";

/**
 * What a person does in the end, on a platform that is well: a run that succeeds, at last, and leaves every object of
 * the program once; and a destroy, which leaves what isn't the stack's.
 */
export async function settle(lab: Lab): Promise<void> {
  lab.note("> the end");
  await restoreRights(lab);
  lab.emulator.configure({ listingDelayMs: 0 });
  await succeed(lab, { verb: "up" });
  await succeed(lab, { verb: "up", refresh: true });
  const steps = await succeed(lab, { verb: "preview" });
  if (steps.length > 0) lab.fail(`After an up, a preview shows changes: ${steps.join(", ")}.`);
  await succeed(lab, { verb: "destroy" });
  if (lab.state.resources.length > 0) lab.fail("After a destroy that succeeded, the state has entries.");
  const left = lab.listObjects().filter(({ id }) => lab.owners.get(id) === "stack");
  if (left.length > 0) lab.fail(`After a destroy that succeeded, there is ${left.map(({ id }) => id).join(", ")}.`);
}
