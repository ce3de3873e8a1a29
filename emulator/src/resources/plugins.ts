import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Call } from "../call";
import { createNotFound, requireExisting } from "../http/errors";
import { defineObject } from "../http/fields";
import { buildTokenPage } from "../http/pages";
import { parseBody } from "../http/validate";
import type { Plugin } from "../state/records";
import { checkName } from "./names";

type Params = { Params: { id: string } };

const path = "/v2/plugins/:id";
const Name = z.string().min(1);

/** Where a plugin is loaded from while it is developed, unless its registration says another place. */
const usualDevUrl = "http://localhost:5173";

/** Custom plugins of the organization. */
export function addPluginRoutes(app: FastifyInstance): void {
  app.get("/v2/plugins", async (request) =>
    buildTokenPage(request, request.call.store.plugins.listAll(), (plugin) => plugin),
  );

  app.post("/v2/plugins", async ({ call, body }) => {
    const fields = {
      name: Name,
      description: z.string().nullish(),
      devUrl: z.string().nullish(),
      url: z.string().optional(),
    };
    const { name, description = null, devUrl = usualDevUrl, url = "" } = parseBody(defineObject(call, fields), body);
    checkName(call, "plugins", name);
    const plugin: Plugin = { pluginId: call.ids.makeUuid("plugin"), name, description, url, devUrl, type: "element" };
    call.store.plugins.put(plugin.pluginId, plugin);
    if (call.settings.pluginRegistration === "masked") {
      throw createNotFound("Plugin", plugin.pluginId);
    }
    return plugin;
  });

  app.get<Params>(path, async ({ call, params }) => findPlugin(call, params.id));

  app.patch<Params>(path, async ({ call, params: { id }, body }) => {
    const before = findPlugin(call, id);
    const fields = { name: Name.optional(), description: z.string().nullish(), devUrl: z.string().nullish() };
    const change = parseBody(defineObject(call, fields), body);
    checkName(call, "plugins", change.name, id);
    return call.store.plugins.put(id, { ...before, ...change });
  });

  app.delete<Params>(path, async ({ call, params }) => {
    call.store.plugins.delete(findPlugin(call, params.id).pluginId);
    return {};
  });
}

function findPlugin(call: Call, id: string): Plugin {
  return requireExisting(call.store.plugins.get(id), "Plugin", id);
}
