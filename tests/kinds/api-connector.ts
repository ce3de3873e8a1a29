import { listCalls, type Sample } from "../sample";

export const sample: Sample = {
  declared: { name: "Invoice", params: { method: "GET", url: "https://billing.example.com" } },
  ...listCalls("/v2/api-connectors"),
  updates: { request: { to: { params: { method: "POST", url: "https://billing.example.com" } } } },
  spelled: ["https://billing.example.com"],
  conflict: {
    theirs: { params: { method: "POST", url: "https://billing.example.com" } },
    ours: { params: { method: "PUT", url: "https://billing.example.com" } },
    changes: [
      'params: {"method":"GET","url":"https://billing.example.com"} → ' +
        '{"method":"POST","url":"https://billing.example.com","body":"","headers":[],"pathParams":[],"queryParams":[]}',
    ],
  },
  answer: {
    path: "/v2/api-connectors/:id",
    fields: "apiConnectorId name params config audit description? authId?",
    more: {
      params: { method: "POST", url: "https://billing.example.com", body: '{"total": {{total}}}' },
      config: { timeout: { requestSec: 10 } },
    },
    shows: {
      params: { body: '{"total": {{total}}}', bodyParams: [{ key: "total", mode: "dynamic" }] },
      config: { timeout: { requestSec: 10 }, redirects: {}, retry: {}, rateLimit: {} },
    },
  },
  program: `
const connector = new analytics.ApiConnector("connector", {
  name: "Connector", params: { method: "GET", url: "https://billing.example.com" }, authId: credential,
});`,
};
