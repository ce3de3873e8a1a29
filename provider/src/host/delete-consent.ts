import type { Properties } from "../core/engine";
import type { AnyKind } from "../kinds/declare";

/** Whether a delete of this kind loses more than the resource declares, and so needs `allowDelete`. */
export function isConsentNeeded({ deletion }: AnyKind): boolean {
  return deletion?.loses !== undefined;
}

/** Whether the state lacks the consent that a delete needs. */
export function isGuarded(kind: AnyKind, inputs: Properties): boolean {
  return isConsentNeeded(kind) && inputs.allowDelete !== true;
}

/** What a refused delete would lose, and how to allow it. */
export function explainDelete({ deletion }: AnyKind): string {
  return (
    `Deleting it would delete ${deletion?.loses}. To allow that, set allowDelete: true, run \`pulumi ` +
    "up`, and repeat; to keep the object and remove the resource from the state, use the option " +
    "retainOnDelete or `pulumi state delete`."
  );
}
