import { broken, brokenInDark, changeLooks, darkPalette, lines, looks, type Paint, palette, turnDark } from "./graph";

/** Colors of the page besides those of the picture; the test of contrasts knows them. */
export const pageColors = {
  light: {
    ground: "#f3f5f8",
    panel: "#ffffff",
    frame: "#fafbfc",
    line: "#767f89",
    faint: "#d3d9e0",
    accent: "#0a5cb8",
  },
  dark: { ground: "#0d1117", panel: "#161c24", frame: "#121820", line: "#7d8794", faint: "#303944", accent: "#6cb0ff" },
} as const;

const { light, dark } = pageColors;

/** A color that depends on whether the page is light or dark. */
const formEither = (onLight: string, onDark: string) => `light-dark(${onLight}, ${onDark})`;

const paint = (look: Paint) => {
  const turned = turnDark(look);
  return `--fill: ${formEither(look.fill, turned.fill)}; --stroke: ${formEither(look.stroke, turned.stroke)};`;
};

const page: Paint = { fill: "#eceff3", stroke: "#4b5866" };

/** The stylesheet of the page. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --ink: ${formEither(palette.ink, darkPalette.ink)}; --muted: ${formEither(palette.muted, darkPalette.muted)};
  --ground: ${formEither(light.ground, dark.ground)}; --panel: ${formEither(light.panel, dark.panel)};
    --frame: ${formEither(light.frame, dark.frame)};
  --line: ${formEither(light.line, dark.line)}; --faint: ${formEither(light.faint, dark.faint)};
    --accent: ${formEither(light.accent, dark.accent)};
  --red: ${formEither(broken.stroke, brokenInDark.stroke)}; --red-fill: ${formEither(broken.fill, brokenInDark.fill)};
  --shadow: ${formEither("#1f232814", "#00000066")};
}
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
${Object.entries({ ...looks, page })
  .map(([name, look]) => `.k-${name} { ${paint(look)} }`)
  .join("\n")}
${Object.entries(changeLooks)
  .map(([change, look]) => `.${change} { ${paint(look)} }`)
  .join("\n")}
* { box-sizing: border-box; }
html, body { height: 100%; margin: 0; }
body { display: flex; flex-direction: column; font: 14px/1.45 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
  color: var(--ink); background: var(--ground); }
[hidden] { display: none !important; }
button, input, select { font: inherit; color: inherit; }
button { cursor: pointer; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; }
.muted, .info { color: var(--muted); }
.icon { width: 16px; height: 16px; flex: none; fill: none; stroke: currentColor; stroke-width: 1.4;
  stroke-linecap: round; stroke-linejoin: round; }
.name, .info { overflow: hidden; text-overflow: ellipsis; }
.mark { display: inline-block; padding: 0 6px; border-radius: 9px; font-size: 11px; line-height: 18px; font-weight: 700;
  white-space: nowrap; color: var(--stroke); background: var(--fill); }
.mark.broken { color: var(--red); background: var(--red-fill); }
.card.element > .head .mark:not(.broken) { color: var(--panel); background: var(--stroke); }

header { display: flex; align-items: center; gap: 8px 12px; padding: 10px 16px; background: var(--panel);
  border-bottom: 1px solid var(--faint); }
h1 { margin: 0; font-size: 16px; line-height: 1.25; max-height: 2.5em; overflow: hidden; overflow-wrap: anywhere; }
header p { margin: 0; font-size: 13px; white-space: nowrap; }
#title { min-width: 0; }
#find { position: relative; flex: 1 1 260px; max-width: 460px; min-width: 120px; margin: 0 auto; }
#search { width: 100%; height: 36px; padding: 0 12px; border: 1px solid var(--line); border-radius: 8px;
  background: var(--ground); }
#results { position: absolute; z-index: 5; top: 42px; left: 0; right: 0; max-height: 60vh; overflow: auto; padding: 6px;
  border: 1px solid var(--faint); border-radius: 10px; background: var(--panel); box-shadow: 0 8px 28px var(--shadow); }
#results p { margin: 6px 8px; }
.option { display: flex; gap: 10px; align-items: center; padding: 6px 8px; border-radius: 7px; cursor: pointer; }
.option[aria-selected="true"] { background: var(--ground); outline: 2px solid var(--accent); outline-offset: -2px; }
.option .words { min-width: 0; }
.option .name, .option .info { display: block; white-space: nowrap; }
.option .info { font-size: 12px; }
.tile { display: grid; place-items: center; flex: none; width: 30px; height: 30px; border-radius: 8px;
  color: var(--stroke); background: var(--fill); }
.tool { height: 36px; padding: 0 12px; border: 1px solid var(--faint); border-radius: 8px; background: var(--panel);
  white-space: nowrap; }
.tool:hover, .toggle:hover, #pill button:hover { background: var(--ground); }
.tool.square { width: 36px; padding: 0; display: grid; place-items: center; flex: none; }
#broken { color: var(--red); background: var(--red-fill); border-color: var(--red); font-weight: 600; }
select.tool { max-width: 11em; }
.skip { position: absolute; left: -99em; }
.skip:focus { left: 8px; top: 8px; z-index: 9; background: var(--panel); }

main { flex: 1; min-height: 0; display: flex; position: relative; }
#sidebar { flex: none; display: flex; flex-direction: column; width: 272px; background: var(--panel);
  border-right: 1px solid var(--faint); }
#list { flex: 1; min-height: 40%; overflow: auto; padding: 10px 8px 24px; }
#sidebar .legend { max-height: 46%; overflow: auto; }
#list ul { list-style: none; margin: 0; padding: 0; }
#list ul ul { margin-left: 13px; padding-left: 6px; border-left: 1px solid var(--faint); }
#sidebar .line { display: flex; align-items: center; gap: 2px; }
.toggle { flex: none; width: 24px; height: 28px; padding: 0; border: 0; border-radius: 6px; background: none; }
button.toggle::before { content: ""; display: inline-block; width: 6px; height: 6px; border: solid var(--muted);
  border-width: 0 1.5px 1.5px 0; transform: rotate(-45deg); }
button.toggle[aria-expanded="true"]::before { transform: translateY(-2px) rotate(45deg); }
.row { flex: 1; min-width: 0; display: flex; align-items: center; gap: 8px; min-height: 30px; padding: 4px 6px;
  border: 0; border-radius: 6px; background: none; text-align: left; }
.row .icon { color: var(--stroke); }
.row .name { line-height: 18px; overflow-wrap: anywhere; }
.row:hover { background: var(--ground); }
.row[aria-current] { background: var(--ground); font-weight: 600; box-shadow: inset 3px 0 var(--accent); }

#view { flex: 1; min-width: 0; position: relative; display: flex; flex-direction: column; container-type: inline-size; }
@container (max-width: 720px) { #pill-name { display: none; } }
#canvas { flex: 1; min-height: 0; position: relative; overflow: hidden; touch-action: none; cursor: grab;
  background: var(--ground) radial-gradient(var(--faint) 1px, transparent 1px) 0 0 / 24px 24px; }
#canvas:active { cursor: grabbing; }
#stage { position: absolute; left: 0; top: 0; transform-origin: 0 0; }
#stage > * { position: absolute; }
.frame { border: 1.5px solid var(--faint); border-radius: 14px; background: var(--panel); }
.frame.depth-1 { background: var(--frame); }
.frame.connection, .frame.other-model { border-style: dashed; border-color: var(--line); }
.frame.added, .frame.removed { border-color: var(--stroke); }
.heading { display: flex; align-items: center; gap: 8px; padding: 0 0 8px 16px; border: 0; border-radius: 14px;
  background: none; text-align: left; }
.heading .icon { color: var(--stroke); }
.heading .name { font-weight: 650; line-height: 20px; overflow-wrap: anywhere; }
.heading .info { flex: none; font-size: 12px; white-space: nowrap; }
.heading.removed .name, .card.removed .name, .column.removed, tr.removed bdi { text-decoration: line-through; }
.card { display: block; padding: 0; border: 1px solid ${formEither("#c3cad3", "#3d4754")}; border-radius: 10px;
  background: var(--panel); text-align: left; box-shadow: 0 1px 3px var(--shadow); overflow: hidden; }
.frame ~ .card { box-shadow: none; }
.card:not(.element)::after { content: ""; position: absolute; right: 12px; top: 29px; width: 6px; height: 6px;
  border: solid var(--muted); border-width: 0 1.5px 1.5px 0; transform: rotate(-45deg); }
.card:hover { border-color: var(--stroke); }
.card.element.is-broken { border-color: var(--red); border-width: 1.5px; }
.card.missing, .card.outside, .card.k-missing, .card.k-outside { border-style: dashed; }
.card.k-missing { background: var(--red-fill); }
.card.element.added, .card.element.removed, .card.element.changed { border: 2px solid var(--stroke);
  background: var(--fill); }
.compared .card:not(.added, .removed, .changed) .tile { filter: grayscale(1); }
.card[aria-current], .frame.selected { outline: 3px solid var(--accent); outline-offset: 1px; }
.heading:focus-visible { outline-offset: -5px; }
.head { display: flex; align-items: center; gap: 10px; padding: 0 12px; }
.card:not(.element) .head { padding-right: 26px; }
.card .words { flex: 1; min-width: 0; }
.card .name { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 8; font-weight: 600;
  font-size: 12.5px; line-height: 15px; overflow-wrap: anywhere; }
.card .info { display: block; font-size: 11px; line-height: 15px; overflow-wrap: anywhere; }
.marks { display: flex; flex: none; gap: 4px; }
.card .marks { position: absolute; right: 8px; top: 42px; }
.card.element .marks { top: 6px; }
.card.element:has(.mark) .head { padding-right: 28px; }
.card .marks:not(:empty) { background: var(--panel); border-radius: 9px; }
.columns { display: block; padding: 2px 12px 8px; border-top: 1px solid var(--faint); }
.column { display: block; font-size: 12px; line-height: 21px; overflow-wrap: anywhere; }
.column.added, .column.changed, .column.removed { color: var(--stroke); }
.column.broken { color: var(--red); font-weight: 600; }
.far .card .name { font-size: 18px; line-height: 20px; }
.far .head { padding: 0 10px; }
.far .card .tile, .far .card .info { display: none; }
.far .heading .name { font-size: 20px; line-height: 24px; }
.far .card .marks { top: 4px; right: 4px; }
.far .card .mark { width: 16px; height: 16px; padding: 0; font-size: 0; background: var(--stroke); }
.far .card .mark.broken { background: var(--red); }
.far .column { font-size: 14.5px; }
.far .line text { font-size: 13.5px; }
.far .heading .info { display: none; }
.lines { left: 0; top: 0; overflow: visible; pointer-events: none; }
.line { --stroke: ${formEither("#8a94a0", "#66717e")}; }
.line .way { fill: none; stroke: var(--stroke); pointer-events: stroke; }
.line .tip { fill: var(--stroke); }
.line .ground { fill: var(--panel); }
.line text { fill: var(--stroke); font-size: 11px; text-anchor: middle; }
${Object.entries(lines)
  .filter(([kind]) => kind !== "source")
  .map(([kind, { stroke, dashes }]) => {
    const color = `--stroke: ${formEither(stroke, turnDark({ stroke }).stroke)};`;
    return `.e-${kind} { ${color} }${dashes ? ` .e-${kind} .way { stroke-dasharray: ${dashes}; }` : ""}`;
  })
  .join("\n")}
${Object.entries(changeLooks)
  .map(([change, { stroke }]) => `.line.${change} { --stroke: ${formEither(stroke, turnDark({ stroke }).stroke)}; }`)
  .join("\n")}
.dense .line { opacity: 0.38; }
.crowded .line { opacity: 0.2; }
.dense .way { stroke-width: 1.5; }
.lines .line.near, .lines .line.lit, .lines .line.broken { opacity: 1; }
.line.broken { --stroke: var(--red); }
.line.broken .way { stroke-dasharray: 6 4; }
.line.near { --stroke: var(--accent); }
.line.lit { --stroke: var(--accent); }
.line.lit .way, .line.near .way { stroke-width: 3; }
.line.broken.lit, .line.broken.near { --stroke: var(--red); }

.floating { position: absolute; z-index: 2; border: 1px solid var(--faint); border-radius: 10px;
  background: var(--panel); box-shadow: 0 4px 18px var(--shadow); }
#chip { display: flex; align-items: center; gap: 12px; left: 12px; top: 12px; max-width: calc(100% - 24px);
  padding: 5px 6px 5px 14px; }
#chip-text, #pill-name { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
#pill { display: flex; align-items: center; gap: 4px; left: 0; right: 0; bottom: 14px; width: max-content;
  max-width: calc(100% - 112px); margin: 0 auto; padding: 5px; overflow-x: auto; scrollbar-width: none; }
#pill-name { padding: 0 8px 0 10px; font-weight: 600; max-width: 18em; flex: 0 1 auto; }
#pill button, #chip button { flex: none; height: 32px; padding: 0 10px; border: 0; border-radius: 7px; background: none;
  color: var(--accent); font-weight: 600; white-space: nowrap; }
#notes { flex: none; max-height: 25%; margin: 0; padding: 8px 64px 8px 34px; overflow: auto; font-size: 12.5px;
  border-top: 1px solid var(--faint); background: var(--panel); overflow-wrap: anywhere; }
.line.note .ground { stroke: var(--stroke); stroke-width: 1; }
#zoom { display: flex; flex-direction: column; right: 12px; bottom: 14px; overflow: hidden; }
#zoom button { width: 36px; height: 34px; padding: 0; border: 0; background: none; }
#zoom button + button { border-top: 1px solid var(--faint); }
#help { right: 12px; top: 12px; padding: 12px 18px; max-width: min(420px, calc(100% - 24px));
  max-height: calc(100% - 24px); overflow: auto; font-size: 13px; }
#help h2 { margin: 4px 0; font-size: 13px; }
#help ul { list-style: none; margin: 0 0 10px; padding: 0; display: grid; grid-template-columns: 1fr 1fr; gap: 3px 16px;
  }
.legend { padding: 10px 14px 14px; border-top: 1px solid var(--faint); background: var(--panel); font-size: 12.5px; }
.legend h2 { margin: 6px 0 4px; font-size: 12.5px; color: var(--muted); }
.legend ul { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: 1fr 1fr; gap: 0 8px; }
.legend li { display: flex; align-items: center; gap: 10px; padding: 3px 0; }
.legend .tile { width: 24px; height: 24px; border-radius: 6px; }
.legend svg { flex: none; overflow: visible; }
#help .legend { display: none; padding: 0; border: 0; }
#help .legend ul { margin: 0; }
kbd { display: inline-block; min-width: 20px; padding: 0 4px; margin-right: 6px; border: 1px solid var(--line);
  border-radius: 4px; font-family: ui-monospace, monospace; font-size: 12px; text-align: center; }
#details { flex: none; width: 400px; overflow: auto; padding: 14px 18px 32px; background: var(--panel);
  border-left: 1px solid var(--faint); overflow-wrap: anywhere; }
#details h2 { font-size: 17px; line-height: 1.3; margin: 0 36px 4px 0; }
#details .mark { margin-left: 6px; }
#details h3 { font-size: 13px; margin: 18px 0 4px; color: var(--muted); }
#details p { margin: 4px 0; }
#details ul { list-style: none; margin: 0; padding: 0; }
#details li { padding: 2px 0; }
#details .problems { color: var(--red); }
#details ul.problems { padding: 8px 12px; border-radius: 8px; background: var(--red-fill); }
#details .line { display: block; }
.problem { color: var(--red); }
.link { padding: 0; border: 0; background: none; color: var(--accent); text-align: left; text-decoration: underline;
  text-underline-offset: 2px; }
li.broken .link, tr.broken bdi { color: var(--red); }
#close-details { float: right; margin: -4px -8px 0 0; }
table { width: 100%; border-collapse: collapse; margin-top: 18px; table-layout: fixed; }
caption { text-align: left; font-size: 13px; font-weight: 600; color: var(--muted); padding: 4px 0; }
th, td { text-align: left; vertical-align: top; padding: 5px 8px 5px 0; border-top: 1px solid var(--faint); }
th { font-size: 12px; color: var(--muted); }
td small { display: block; color: var(--muted); }
td small.problem { color: var(--red); }
pre { margin: 4px 0; padding: 10px 12px; max-height: 22em; overflow: auto; border: 1px solid var(--faint);
  border-radius: 8px; background: var(--ground); white-space: pre-wrap; }
code { font-family: ui-monospace, monospace; font-size: 12.5px; white-space: pre-wrap; }
@media (max-width: 1100px) { header #summary { display: none; } }
@media (max-width: 759px) {
  header { flex-wrap: wrap; padding: 8px 10px; }
  #title { flex: 1; }
  #find { order: 9; flex-basis: 100%; max-width: none; }
  #broken, #changed { order: 10; flex: 1; max-width: none; }
  #sidebar { position: absolute; z-index: 4; inset: 0 18% 0 0; width: auto; box-shadow: 8px 0 28px var(--shadow); }
  #sidebar .legend { display: none; }
  #help .legend { display: block; }
  #zoom-in, #zoom-out { display: none; }
  #zoom #fit { border: 0; }
  main { flex-direction: column; }
  #details { width: auto; max-height: 45%; border-left: 0; border-top: 1px solid var(--faint); }
  #pill { left: 8px; right: auto; margin: 0; max-width: calc(100% - 64px); }
  #pill button { padding: 0 8px; }
}
@media (prefers-reduced-motion: no-preference) { .line .way { transition: stroke-width 0.12s; } }
@media print { header .tool, #find, #sidebar, #details, .floating { display: none !important; } }
`;
