import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const terraformGuide = readFileSync(join(__dirname, "../docs/guides/terraform.md"), "utf8");
const [, script = ""] = /^```js\n(.*?)^```/ms.exec(terraformGuide) ?? [];

/** The Terraform resources that the guide's script knows, without the provider's prefix. */
export const convertedTypes = [...script.matchAll(/^ {2}(\w+): \["/gm)].map(([, type = ""]) => type);

/** A resource in the output of `terraform show -json`. */
export interface TerraformResource {
  readonly type: string;
  readonly address: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Runs the guide's script on a state with these resources in its root module, and others in a child module. */
export function convertState(
  root: readonly TerraformResource[],
  child: readonly TerraformResource[] = [],
): { resources: { type: string; name: string; id: string }[]; notes: string } {
  const buildManaged = (resources: readonly TerraformResource[]) =>
    resources.map((resource) => ({ mode: "managed", ...resource }));
  const lookup = { mode: "data", type: "platform_team", address: "data.platform_team.seen", values: { id: "seen" } };
  const module = { resources: [...buildManaged(root), lookup], child_modules: [{ resources: buildManaged(child) }] };
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
    input: JSON.stringify({ format_version: "1.0", values: { root_module: module } }),
    encoding: "utf8",
  });
  return { ...(JSON.parse(stdout) as { resources: [] }), notes: stderr };
}
