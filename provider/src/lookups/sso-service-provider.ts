import { takeFirst } from "../core/api/probe";
import { defineLookup } from "./declare";

const permission = "an Admin account";

export const ssoServiceProvider = defineLookup({
  name: "getSsoServiceProvider",
  noun: "SSO service provider",
  resultName: "GetSsoServiceProviderResult",
  resultDescription: "The service provider of single sign-on.",
  permission,
  docs: {
    description:
      "The organization's service provider of single sign-on by SAML. The platform shows nothing but its id.",
    endpoints: ["GET /v2/saml/service-providers"],
    throws: "when there is none, or more than one: the message lists the ids.",
    example: `const provider = analytics.getSsoServiceProviderOutput();
export const serviceProviderId = provider.id;`,
  },
  args: () => ({}),
  result: (zod) => ({ id: zod.string().describe("Its id.") }),
  async answer({ client }) {
    const { collect } = require("../core/api") as typeof import("../core/api");
    const ids = (await collect(client.ssoCertificates.listProviders())).map((found) => found.samlServiceProviderId);
    const [id] = ids;
    if (id !== undefined && ids.length === 1) return { id };
    if (id === undefined) throw new Error("single sign-on has no service provider: set it up in the product.");
    throw new Error(`single sign-on has ${ids.length} service providers: ${ids.join(", ")}. Use one of the ids.`);
  },
  probe: {
    title: "Single sign-on",
    permission,
    call: ({ ssoCertificates }) => takeFirst(ssoCertificates.listProviders()),
  },
});
