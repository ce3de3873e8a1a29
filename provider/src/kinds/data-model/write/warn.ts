import type { LifecycleContext } from "../../declare";
import type { DataModelInputs } from "../fields";

/** Shows a warning about a model. */
export function warn(context: LifecycleContext, { name }: DataModelInputs, message: string): void {
  context.log(`warning: data model "${name}": ${message}`);
}
