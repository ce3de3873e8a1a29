import { spawnSync } from "node:child_process";
import { join } from "node:path";

const executable = join(__dirname, "../../../provider/plugin/pulumi-resource-analytics");

test("without Node on PATH, the executable says what is missing", () => {
  const { status, stdout, stderr } = spawnSync(executable, { env: { PATH: __dirname }, encoding: "utf8" });
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: "",
    stderr: "pulumi-analytics needs Node 20 or newer on PATH.\n",
  });
});
