import {
  type AnalyticsClient,
  createClient,
  deleteBelow,
  listBelow,
  requireEmpty,
} from "../../../../provider/src/core/api";
import { setUpRespelling } from "../../../host/respelling-proxy";
import { signIn } from "../../emulator/support";

describe("what is deleted below a folder", () => {
  const at = setUpRespelling();
  const getFiles = (): AnalyticsClient["files"] => {
    const { clientId, clientSecret } = at.emulator;
    return createClient({ baseUrl: at.platform.url, clientId, clientSecret }).files;
  };
  const create = async (name: string, parentId: string): Promise<string> => {
    const api = await signIn(at.emulator);
    return (await api.post("/v2/files", { type: "folder", name, parentId })).body.id;
  };
  const isLiving = (id: string) => at.emulator.snapshot().files.find((file) => file.id === id)?.deletedWith === null;

  async function prepare() {
    const root = await create("PR 7", at.emulator.seeded.folders.models!);
    const inner = await create("Inner", root);
    const innermost = await create("Innermost", inner);
    const beside = await create("Beside", at.emulator.seeded.folders.models!);
    return { root, inner, innermost, beside };
  }

  test("each goes before the folder that it is in; the folder stays", async () => {
    const { root, inner, innermost } = await prepare();
    expect((await listBelow(getFiles(), root)).map(({ id }) => id)).toEqual([innermost, inner]);
    expect(await deleteBelow(getFiles(), root)).toBe(2);
    expect([root, inner, innermost].map(isLiving)).toEqual([true, false, false]);
    await requireEmpty(getFiles(), { id: root, name: "PR 7" });
  });

  test("a list that shows too much, with wrong parents, deletes nothing else", async () => {
    const { root, inner, innermost, beside } = await prepare();
    const before = at.emulator.snapshot().files.filter(({ deletedWith }) => deletedWith === null).length;
    at.platform.rewrite({
      query: (asked) => {
        asked.delete("parentId");
        return asked;
      },
      // All seems to lie in the folder that is asked for.
      answer: (body, path, asked) => {
        const parentId = asked.get("parentId");
        const { entries } = body as { entries?: object[] };
        if (path !== "/v2/files" || parentId === null || entries === undefined) return body;
        return { ...(body as object), entries: entries.map((entry) => ({ ...entry, parentId })) };
      },
    });
    await deleteBelow(getFiles(), root);
    at.platform.rewrite({});
    expect([root, beside].map(isLiving)).toEqual([true, true]);
    expect([inner, innermost].map(isLiving)).toEqual([false, false]);
    expect(at.emulator.snapshot().files.filter(({ deletedWith }) => deletedWith === null)).toHaveLength(before - 2);
  });

  test("what was moved out since the list stays", async () => {
    const { root, inner, beside } = await prepare();
    const files = getFiles();
    const api = await signIn(at.emulator);
    const get = files.get.bind(files);
    let reads = 0;
    files.get = async (id) => {
      // The second read of it comes before its delete.
      if (id === inner && ++reads === 2) await api.patch(`/v2/files/${inner}`, { parentId: beside });
      return get(id);
    };
    await deleteBelow(files, root);
    expect([root, inner, beside].map(isLiving)).toEqual([true, true, true]);
  });

  test("a folder that isn't empty is no empty one", async () => {
    const { root } = await prepare();
    await expect(requireEmpty(getFiles(), { id: root, name: "PR 7" })).rejects.toThrow(
      /^The folder "PR 7" \(.*\) isn't empty: it holds folder "Innermost", folder "Inner"\. It was not deleted\. Run the command again\.$/,
    );
  });
});
