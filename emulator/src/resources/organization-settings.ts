import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Call } from "../call";
import { createInvalidRequest, createUnmatched } from "../http/errors";
import { defineObject } from "../http/fields";
import { parseBody } from "../http/validate";

/** What is on or off for the organization, and what it starts with, which is undocumented. */
const switches = { bulkCopy: true, licenseUpgradeRequests: true, publicEmbeds: false } as const;

/** Settings of which clients have the names, and no description the form: as the others, or missing. */
const undescribed = { auditLogging: false, sampleConnections: true } as const;

/** Settings of the organization: its time zone, which can only be written, and what is on or off. */
export function addOrganizationSettingRoutes(app: FastifyInstance): void {
  app.patch("/v2/organizations/settings", async ({ call, body }) => {
    const { timezone } = parseBody(defineObject(call, { timezone: z.string().optional() }), body);
    if (timezone !== undefined) {
      checkZone(timezone);
      call.store.organizationSettings.put("timezone", { timezone });
    }
    return { organizationId: call.ids.nameUuid("organization"), ...call.store.organizationSettings.get("timezone") };
  });

  for (const [name, usual] of Object.entries({ ...switches, ...undescribed })) {
    const path = `/v2/organizations/settings/${name}`;
    const read = (call: Call) => {
      if (name in undescribed && call.settings.undescribedSettings === "missing") throw createUnmatched();
      return { enabled: usual, ...call.store.organizationSettings.get(name) };
    };

    app.get(path, async ({ call }) => read(call));

    app.patch(path, async ({ call, body }) => {
      read(call);
      const { enabled } = parseBody(defineObject(call, { enabled: z.boolean() }), body);
      call.store.organizationSettings.put(name, { enabled });
      return read(call);
    });
  }
}

function checkZone(timezone: string): void {
  try {
    new Intl.DateTimeFormat("en", { timeZone: timezone });
  } catch {
    throw createInvalidRequest(`Invalid timezone: '${timezone}'`);
  }
}
