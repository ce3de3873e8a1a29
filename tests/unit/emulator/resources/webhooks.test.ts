import { setUpEmulator } from "../support";

const running = setUpEmulator();

function getPath(): string {
  const { workbooks, webhookSequence } = running.emulator.seeded;
  return `/v2/webhooks/${workbooks.sales}/${webhookSequence}`;
}

test("the schema names the variables, and a body that has them starts the sequence", async () => {
  const { api, emulator } = running;
  expect(Object.keys((await api.get(`${getPath()}/schema`)).body.variables)).toEqual(["region", "threshold", "urgent"]);
  const sent = { region: "north", threshold: 3, urgent: true };
  const { status, body } = await api.post(getPath(), sent);
  expect(status).toBe(202);
  expect(emulator.snapshot().webhookDeliveries).toEqual([
    expect.objectContaining({ traceId: body.traceId, body: sent }),
  ]);
});

test.each([
  ["a missing variable", { region: "north", threshold: 3 }],
  ["a wrong type", { region: "north", threshold: "3", urgent: true }],
  ["a variable too many", { region: "north", threshold: 3, urgent: true, more: 1 }],
])("%s is a 400", async (_what, body) => {
  expect((await running.api.post(getPath(), body)).status).toBe(400);
  expect(running.emulator.snapshot().webhookDeliveries).toEqual([]);
});

test("a sequence belongs to its workbook", async () => {
  const { workbooks, webhookSequence } = running.emulator.seeded;
  expect((await running.api.get(`/v2/webhooks/${workbooks.finance}/${webhookSequence}/schema`)).status).toBe(404);
  expect((await running.api.post(`/v2/webhooks/${workbooks.sales}/nothing`, {})).status).toBe(404);
});
