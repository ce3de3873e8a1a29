import * as z from "zod";
import type { Api } from "./common";
import { path } from "./transport/path";

const setting = z.looseObject({ enabled: z.boolean() });

const collection = "/v2/organizations/settings";

/** What is on or off for the organization, `/v2/organizations/settings/{name}`. */
export const createOrganizationSettings = (api: Api) => {
  const buildPath = (name: string) => path`/v2/organizations/settings/${name}`;
  return {
    /** `GET /v2/organizations/settings/{name}`: whether it is on. */
    async isEnabled(name: string): Promise<boolean> {
      return (await api.transport.send({ method: "GET", path: buildPath(name), answer: setting })).enabled;
    },

    /** `PATCH /v2/organizations/settings/{name}`. */
    async set(name: string, enabled: boolean): Promise<void> {
      await api.write(collection, { method: "PATCH", path: buildPath(name), body: { enabled } });
    },
  };
};
