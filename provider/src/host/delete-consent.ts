import { dropUndefined, isUnknown, type Properties } from "../core/engine";
import type { AnyKind } from "../kinds/declare";

/** Whether the state lacks the consent to a delete that loses more than the resource declares. */
export function isGuarded({ deletion }: AnyKind, inputs: Properties): boolean {
  return deletion?.loses !== undefined && inputs.allowDelete !== true;
}

/** The known inputs that only the provider reads, as a delete does. */
export function pickDeleteOptions(kind: AnyKind, inputs: Properties): Properties {
  const options = listDeleteOptions(kind).map((name) => [name, isUnknown(inputs[name]) ? undefined : inputs[name]]);
  return dropUndefined(Object.fromEntries(options));
}

/** Whether a delete may read options of its resource. */
export const hasDeleteOptions = (kind: AnyKind): boolean => listDeleteOptions(kind).length > 0;

const listDeleteOptions = ({ fields }: AnyKind): string[] => Object.keys(fields).filter((name) => fields[name]!.local);

/** What a refused delete would lose, and how to allow it. */
export function explainDelete({ deletion }: AnyKind): string {
  const why =
    deletion?.loses === undefined
      ? "It was adopted, so the program doesn't delete it."
      : `Deleting it would delete ${deletion.loses}.`;
  return (
    `${why} To allow that, set allowDelete: true, run \`pulumi up\`, and repeat; to keep the object and remove the ` +
    "resource from the state, use the option retainOnDelete or `pulumi state delete`."
  );
}
