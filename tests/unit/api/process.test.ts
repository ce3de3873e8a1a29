import { spawn } from "node:child_process";
import { join } from "node:path";
import { identity, ScriptedServer, stopServers } from "./support";

afterEach(stopServers);

const root = join(__dirname, "../../..");

/** Runs a program in a process of its own, with `api` being the client's module. Resolves to what it prints once it has ended. */
function run(body: string, ...values: string[]): Promise<string> {
  const program = `
    const swc = require("@swc/core");
    const options = { jsc: { target: "es2022", parser: { syntax: "typescript" } }, module: { type: "commonjs" } };
    require.extensions[".ts"] = (module, file) => module._compile(swc.transformFileSync(file, options).code, file);
    const api = require("./provider/src/api/index.ts");
    (async () => { ${body} })();`;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["-e", program, ...values], {
      cwd: root,
      stdio: ["ignore", "pipe", "inherit"],
    });
    let printed = "";
    child.stdout.on("data", (chunk) => (printed += chunk));
    child.on("error", reject);
    child.on("exit", () => resolve(printed.trim()));
  });
}

it("a process ends although connections are kept", async () => {
  const server = await ScriptedServer.start(() => ({ json: identity }));
  const printed = await run(
    `const client = api.clientFor({ baseUrl: process.argv[1], clientId: "i", clientSecret: "s" });
     await Promise.all([client.whoami(), client.whoami(), client.whoami()]);
     console.log("answered");`,
    server.url,
  );
  expect(printed).toBe("answered");
  expect(server.calls).toHaveLength(3);
});

it("loading the client loads no HTTP library", async () => {
  const printed = await run(`console.log(Object.keys(require.cache).filter((file) => file.includes("axios")).length)`);
  expect(printed).toBe("0");
});
