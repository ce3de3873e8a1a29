import { collect, isAdministrator } from "../../core/api";
import { KeyedMutex } from "../../core/runtime";
import type { LifecycleContext } from "../declare";

/** Two administrators who leave at the same time would each see the other one stay. */
const createLeaving = () => new KeyedMutex();

/**
 * Runs a write that removes a member's administrator rights, and refuses it for the last administrator: no one could
 * undo it. How the platform handles that is undocumented.
 */
export async function keepAdministrator<T>(
  { client, run }: LifecycleContext,
  id: string,
  write: () => Promise<T>,
): Promise<T> {
  const { members } = client;
  const member = await members.get(id);
  if (!isAdministrator(member)) return write();
  const leave = await run.get(createLeaving, client).enter("members");
  try {
    const active = await collect(members.list());
    if (!active.some((one) => one.memberId !== id && isAdministrator(one))) {
      throw new Error(
        `The member ${id} is the organization's last administrator. Nothing was changed. Give the account type ` +
          `"${member.memberType}" to another member first.`,
      );
    }
    return await write();
  } finally {
    leave();
  }
}
