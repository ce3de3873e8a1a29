import { type DynamicProvider, dynamicProvider } from "./engine/lifecycle";
import { endWithEngine } from "./engine/process";
import { kinds } from "./resources/registry";

/**
 * What the `__provider` text of every resource requires, by kind. States that name it live for years: this path and the names of
 * the kinds never change.
 */
const providers: Record<string, DynamicProvider> = Object.fromEntries(
  kinds.map((kind) => [kind.name, dynamicProvider(kind)]),
);

endWithEngine();

export = providers;
