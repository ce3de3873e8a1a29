import "./core/runtime/node-check";
import { Run } from "./core/runtime";
import { createDynamicProvider, type DynamicProvider } from "./host/dynamic";
import { endWithEngine } from "./host/engine-watch";
import { registry } from "./kinds/registry";

/** The engine starts this process for one run. */
const run = new Run();

/**
 * What the `__provider` text of every resource requires, by kind. States that name it live for years: this path and the
 * names of the kinds never change.
 */
const providers: Record<string, DynamicProvider> = {};
for (const [name, load] of Object.entries(registry)) {
  let provider: DynamicProvider | undefined;
  Object.defineProperty(providers, name, {
    enumerable: true,
    get: () => {
      provider ??= createDynamicProvider(load(), run);
      return provider;
    },
  });
}

endWithEngine(run);

export = providers;
