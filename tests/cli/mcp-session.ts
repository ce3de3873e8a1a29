import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { repository } from "../repository";

/** The command as the package ships it. */
export const builtCommand = join(repository, "provider/bin/pulumi-analytics.js");

/** What a tool told. */
export interface Told<Result> {
  /** Of a tool error: the message. */
  readonly error?: string;
  readonly about: string;
  readonly exit: number;
  readonly notes: readonly string[];
  readonly more: readonly string[];
  readonly result: Result;
  /** All that came over the wire. */
  readonly text: string;
}

/** A client of the protocol, and the command that serves it. */
export interface Session {
  readonly client: Client;
  /** Calls a tool; a tool error is told, not thrown. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into results of every shape, and fail where one differs
  call<Result = any>(name: string, given?: Record<string, unknown>, signal?: AbortSignal): Promise<Told<Result>>;
}

const open: Client[] = [];
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});

/** Starts the command in a folder, and signs in as a coding agent does. */
export async function startSession(cwd: string, env: Record<string, string> = {}): Promise<Session> {
  const client = new Client({ name: "test", version: "1.0.0" });
  const environment = { ...getDefaultEnvironment(), ...env };
  const args = [builtCommand, "mcp"];
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, cwd, env: environment, stderr: "pipe" }),
  );
  open.push(client);
  // Clients validate structured content by the schemas that the list has.
  await client.listTools();
  return {
    client,
    async call(name, given = {}, signal = new AbortController().signal) {
      const answer = await client.callTool({ name, arguments: given }, undefined, { signal });
      const [{ text }] = answer.content as [{ text: string }];
      if (answer.isError) return { error: text, text } as never;
      expect(JSON.parse(text)).toEqual(answer.structuredContent);
      return { ...(answer.structuredContent as object), text } as never;
    },
  };
}
