/** The stylesheet of the emulator's pages. Every pair of colors has the contrast that WCAG AA asks for. */
export const style = `
:root {
  color-scheme: light dark;
  --ink: light-dark(#1f2328, #e6edf3); --muted: light-dark(#4b535d, #a3adb8); --ground: light-dark(#f6f5f1, #14130f);
  --panel: light-dark(#ffffff, #1e1d18); --line: light-dark(#d8d4c8, #413e34); --accent: light-dark(#0a5cb8, #7ab8ff);
  --bar: light-dark(#3d3a2f, #2b2920); --bad: light-dark(#a40e26, #ff7b72); --box: light-dark(#efece2, #29271f);
}
* { box-sizing: border-box; }
body { margin: 0; font: 15px/1.5 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; color: var(--ink);
  background: var(--ground); overflow-wrap: anywhere; }
.bar { padding: 10px 20px; color: #fff; background: var(--bar); border-bottom: 6px solid;
  border-image: repeating-linear-gradient(135deg, #e0b400 0 12px, #1c1a14 12px 24px) 6; }
.bar p { margin: 0; max-width: 1200px; }
.bar a { color: #fff; }
main { max-width: 1240px; margin: 0 auto; padding: 8px 20px 48px; }
h1 { margin: 18px 0 4px; font-size: 26px; line-height: 1.25; }
h2 { margin: 32px 0 8px; font-size: 19px; }
h3 { margin: 24px 0 6px; font-size: 16px; }
p { margin: 6px 0; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.muted, small, caption { color: var(--muted); }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(118px, 1fr)); gap: 10px; margin: 12px 0;
  padding: 0; }
.facts div { padding: 10px 14px; border: 1px solid var(--line); border-radius: 8px; background: var(--panel); }
.facts dt { font-size: 13px; color: var(--muted); }
.facts dd { margin: 0; font-size: 22px; font-weight: 600; }
.tree, .tree ul { list-style: none; margin: 0; padding: 0; }
.tree ul { margin-left: 9px; padding-left: 14px; border-left: 1px solid var(--line); }
.tree li { padding: 2px 0; }
.kind { display: inline-block; min-width: 5.4em; margin-right: 8px; padding: 0 8px; border-radius: 6px; font-size: 12px;
  line-height: 20px; text-align: center; background: var(--box); color: var(--muted); }
.panel { padding: 12px 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--panel); }
.wide { overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; background: var(--panel); }
table { width: 100%; border-collapse: collapse; }
caption { padding: 8px 14px 0; text-align: left; font-size: 13px; }
th, td { padding: 6px 14px; text-align: left; vertical-align: top; border-top: 1px solid var(--line); }
thead th { border-top: 0; font-size: 13px; color: var(--muted); }
th, td.short { white-space: nowrap; font-variant-numeric: tabular-nums; }
.parts { table-layout: fixed; min-width: 560px; }
.parts th:nth-child(2) { width: 44%; }
.parts th:nth-child(3) { width: 14%; }
.wide + .wide { margin-top: 10px; }
code, pre { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: 13px; }
pre { margin: 6px 0; padding: 10px 14px; white-space: pre-wrap; border-radius: 8px; background: var(--box); }
.failed { color: var(--bad); font-weight: 600; }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr)); gap: 0 32px; }
.wireframe { display: block; width: 100%; min-width: 620px; height: auto; }
.wireframe rect { fill: var(--box); stroke: var(--muted); stroke-width: 1; }
.wireframe rect.holder { fill: none; stroke-dasharray: 5 4; }
.wireframe div { height: 100%; padding: 3px 8px; overflow: hidden; font-size: 13px; line-height: 1.3; }
.wireframe div span { display: block; font-size: 11px; color: var(--muted); }
@media (max-width: 600px) {
  main, .bar { padding-left: 12px; padding-right: 12px; }
  th, td { padding: 6px 7px; }
  .requests td:last-child, .requests th:last-child { display: none; }
  .parts { min-width: 0; font-size: 13px; }
  .parts code { font-size: 12px; }
  .parts th:nth-child(2) { width: 36%; }
  .parts th:nth-child(3) { width: 20%; }
  .wireframe { min-width: 0; }
  .wireframe div { font-size: 26px; }
  .wireframe div span { display: inline; font-size: 21px; }
}
`;
