import type { LifecycleContext } from "../declare";

/** Shows a warning about a document. @param title what messages call it, such as `data model "Orders"`. */
export function warn(context: LifecycleContext, title: string, message: string): void {
  context.log(`warning: ${title}: ${message}`);
}
