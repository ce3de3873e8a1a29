import { withEmulator } from "../support";

const running = withEmulator();

test("user attributes are listed, found and read", async () => {
  const { api, emulator } = running;
  const { region } = emulator.seeded.userAttributes;
  const { entries } = (await api.get("/v2/user-attributes?name=reg")).body;
  expect(entries).toEqual([expect.objectContaining({ userAttributeId: region, name: "Region" })]);
  expect((await api.get(`/v2/user-attributes/${region}`)).body).toEqual(entries[0]);
  expect((await api.get("/v2/user-attributes?name=nothing")).body.entries).toEqual([]);
  expect((await api.get("/v2/user-attributes/nothing")).status).toBe(404);
});
