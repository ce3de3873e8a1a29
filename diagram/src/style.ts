import { changeLooks, palette } from "./graph";

const { background, ink, muted } = palette;
/** For borders, focus and buttons of the page; the test of contrasts knows them. */
export const pageColors = { line: "#767f89", panel: "#f6f8fa", accent: "#0a5cb8" } as const;

/** The stylesheet of the page. Colors are those of the picture. */
export const pageStyle = `
* { box-sizing: border-box; }
html, body { height: 100%; margin: 0; }
body { display: flex; flex-direction: column; font: 15px/1.45 system-ui, sans-serif; color: ${ink}; background: ${background}; color-scheme: light; }
header { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; padding: 10px 16px; border-bottom: 1px solid ${pageColors.line}; }
h1 { margin: 0; font-size: 20px; overflow-wrap: anywhere; }
header p { margin: 0; color: ${muted}; }
header form { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin-left: auto; }
label { color: ${muted}; }
input, select, button { font: inherit; color: ${ink}; background: ${background}; border: 1px solid ${pageColors.line}; border-radius: 6px; padding: 4px 10px; min-height: 32px; max-width: 16em; }
button { cursor: pointer; }
button:hover { background: ${pageColors.panel}; }
:focus-visible { outline: 3px solid ${pageColors.accent}; outline-offset: 1px; }
main { flex: 1; min-height: 0; display: flex; }
[hidden] { display: none !important; }
#list, #details { overflow: auto; padding: 8px 16px; background: ${pageColors.panel}; overflow-wrap: anywhere; }
#list { width: 260px; flex: none; border-right: 1px solid ${pageColors.line}; }
#details { width: 420px; flex: none; border-left: 1px solid ${pageColors.line}; }
#list h2 { font-size: 14px; margin: 12px 0 4px; }
#list ul, #details ul { list-style: none; margin: 0; padding: 0; }
#list button, #details li button { text-align: left; border-color: transparent; background: none; color: ${pageColors.accent}; text-decoration: underline; max-width: 100%; padding: 4px; margin-left: -5px; }
.skip { position: absolute; left: -99em; }
.skip:focus { left: 8px; top: 8px; z-index: 1; }
#list button[aria-current] { font-weight: bold; border-color: ${pageColors.accent}; }
#details h2 { font-size: 18px; margin: 4px 0; }
#details h3 { font-size: 15px; margin: 16px 0 4px; }
.close { float: right; }
table { width: 100%; border-collapse: collapse; margin-top: 16px; table-layout: fixed; }
caption { text-align: left; font-weight: bold; padding: 4px 0; }
th, td { text-align: left; vertical-align: top; padding: 4px 6px; border-top: 1px solid ${pageColors.line}; }
td small { display: block; color: ${muted}; }
code { font-family: ui-monospace, monospace; font-size: 13px; white-space: pre-wrap; }
.mark { display: inline-block; margin-left: 6px; padding: 0 6px; border-radius: 4px; font-size: 13px; font-weight: bold; text-decoration: none; }
${Object.entries(changeLooks)
  .map(([change, { fill, stroke }]) => `.mark.${change} { color: ${stroke}; background: ${fill}; }`)
  .join("\n")}
tr.removed bdi { text-decoration: line-through; }
#canvas { flex: 1; min-width: 0; position: relative; overflow: hidden; touch-action: none; cursor: grab; }
#canvas:active { cursor: grabbing; }
#canvas > svg { position: absolute; inset: 0; width: 100%; height: 100%; user-select: none; }
.node { cursor: pointer; outline: none; }
.node:focus-visible .box, .node.opened .box { stroke: ${pageColors.accent}; stroke-width: 4; stroke-dasharray: none; }
.off { opacity: 0.12; pointer-events: none; }
.edge.lit { stroke-width: 4; }
#legend { flex: none; padding: 8px 16px; border-top: 1px solid ${pageColors.line}; }
#legend ul { display: flex; flex-wrap: wrap; gap: 4px 20px; margin: 0; padding: 0; list-style: none; font-size: 13px; color: ${muted}; }
#legend li { display: flex; align-items: center; gap: 8px; overflow-wrap: anywhere; }
#legend li svg { flex: none; }
#help { margin: 4px 0 0; font-size: 13px; color: ${muted}; }
kbd { border: 1px solid ${pageColors.line}; border-radius: 4px; padding: 0 4px; font-family: ui-monospace, monospace; }
@media (prefers-reduced-motion: no-preference) { .node, .edge, .edge-label { transition: opacity 0.15s; } }
@media (max-width: 900px) { main { flex-direction: column; } #list, #details { width: auto; max-height: 40%; } #canvas { min-height: 300px; } }
@media print { header form, #list, #details, #help { display: none; } }
`;
