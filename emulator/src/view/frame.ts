import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { Html, html } from "./html";
import { style } from "./style";

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const styleTag = new Html(`<style>${style}</style>`);

/** Sends a page of the emulator: without scripts, and kept by nobody, because the state changes. */
export function sendPage(reply: FastifyReply, title: string, content: Html, status = 200): FastifyReply {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Emulator</title>
${styleTag}
</head>
<body>
<header class="bar"><p><strong>Emulator: not the product.</strong> A read-only view of what it holds. <a
  href="/">Overview</a></p></header>
<main>
${content}
</main>
</body>
</html>
`;
  return reply
    .code(status)
    .headers({
      "content-security-policy": policy,
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
    })
    .type("text/html; charset=utf-8")
    .send(page.text);
}
