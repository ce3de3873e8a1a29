import * as z from "zod";
import { type DataOf, field, output, text } from "../declare";
import { warehouses } from "./details";

const definePoolSize = (about: string) => z.int().min(0).optional().describe(about);

export const fields = {
  name: field(text, "The connection's name."),
  type: field(z.enum(warehouses), "The type of warehouse.", { replaces: true }),
  details: field(
    z.looseObject({}),
    "How to reach the warehouse, without secrets; the fields depend on `type`. Updated as a whole.",
  ),
  secrets: field(
    z.record(z.string(), z.unknown()).optional(),
    "Secret details by name, such as `password`, `privateKey` and `privateKeyPassphrase`, `serviceAccount`, " +
      "`clientSecret` or `token`, and any detail that `details` doesn't have. A value is a text, or `{ " +
      "secretManagerId, secretId }`. Left out: unknown, for an adopted connection.",
    { secret: true, writeOnly: true },
  ),
  secretsVersion: field(
    z.union([z.string(), z.number()]).optional(),
    "Any text or number. Changing it sends the connection again, secrets included, even if nothing else changed.",
    { local: true, sentWith: ["name"] },
  ),
  description: field(
    z.record(z.string(), z.unknown()).optional(),
    "Any data about the connection. The platform doesn't return it.",
    { writeOnly: true },
  ),
  timeoutSecs: field(z.int().min(1).optional(), "Seconds that a query may take. Left out: as it is.", {
    omitted: "keep",
  }),
  useFriendlyNames: field(
    z.boolean().optional(),
    "Whether names of columns are made readable: `ORDER_ID` becomes `Order Id`. Left out: as it is.",
    { omitted: "keep" },
  ),
  poolSizes: field(
    z
      .strictObject({
        adhocPoolSize: definePoolSize("For queries of people."),
        schedulePoolSize: definePoolSize("For scheduled exports."),
        catalogPoolSize: definePoolSize("For the catalog."),
        resultPoolSize: definePoolSize("For results."),
      })
      .meta({ title: "PoolSizes" })
      .optional(),
    "How many queries may run at once. Left out: the platform's defaults.",
  ),
};

export const outputs = {
  useOauth: output(z.boolean(), "Whether people sign in to the warehouse by OAuth, as the platform reports it."),
};

export type ConnectionInputs = DataOf<typeof fields>;
