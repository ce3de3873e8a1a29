import { createHash } from "node:crypto";
import { buildGraph } from "../../../cli/src/drawing/models/graph";
import { drawHere } from "../../../diagram/src/draw";
import { type Arrangement, broken, write } from "../../../diagram/src/graph";
import { writeDot } from "../../../diagram/src/graph/dot";
import { writeMermaid } from "../../../diagram/src/graph/mermaid";
import { buildView } from "../../../diagram/src/graph/view";
import { arrangeLayout } from "../../../diagram/src/layout";
import { writePage } from "../../../diagram/src/page";
import { renderPng } from "../../../diagram/src/png";
import { drawSvg } from "../../../diagram/src/svg";
import { testOfAll } from "../../cases";
import { buildCompanyModels } from "../cli/drawing/company";
import { buildHostileModels, buildManyGraph, buildModel, hostileNames } from "../cli/drawing/models";
import { readPng } from "../cli/drawing/png";

const how: Arrangement = { columns: 8, direction: "right", reads: false };
const hostile = { ...buildView(buildGraph(buildHostileModels()), { warehouse: true }), title: hostileNames.join(" ") };

/** Whether a text is well-formed XML, as far as tags, attributes, references and letters go. */
function findXmlProblem(xml: string): string | undefined {
  const letters = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.exec(xml);
  if (letters) return `forbidden letter at ${letters.index}`;
  const open: string[] = [];
  const markup = /<(\/?)([a-z]+)((?: [a-zA-Z:-]+="[^"<&]*(?:&#\d+;[^"<&]*)*")*)(\/?)>|<|&(?!#\d+;)/gu;
  for (const [whole, closes, name, , isEmpty] of xml.matchAll(markup)) {
    if (name === undefined) return `stray ${whole}`;
    if (closes && open.pop() !== name) return `${whole} closes something else`;
    if (!closes && !isEmpty) open.push(name);
  }
  return open.length === 0 ? undefined : `open: ${open.join(" ")}`;
}

test("the check of XML can fail", () => {
  for (const wrong of ["<a><b></a></b>", "<a", "<a>&nbsp;</a>", '<a b="<"/>', "<a>\u0000</a>", "<a>"]) {
    expect(findXmlProblem(wrong)).toBeDefined();
  }
});

test("hostile names stay text in SVG", async () => {
  const svg = drawSvg(hostile, await arrangeLayout(hostile, how)).svg;
  expect(findXmlProblem(svg)).toBeUndefined();
  const tags = new Set([...svg.matchAll(/<([a-zA-Z]+)/g)].map(([, tag]) => tag));
  expect([...tags].sort()).toEqual(["desc", "g", "path", "rect", "svg", "text", "title"]);
  const attributes = new Set([...svg.matchAll(/ ([a-z-]+)="/g)].map(([, name]) => name));
  expect([...attributes].filter((name) => name?.startsWith("on") || name === "href" || name === "style")).toEqual([]);
});

test("an SVG stands for itself: its background, its words for readers, nothing from elsewhere", async () => {
  const graph = buildView(buildManyGraph(5), { warehouse: true });
  const { svg } = drawSvg(graph, await arrangeLayout(graph, how));
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^>]*role="img"/);
  expect(svg).toContain(
    "<title>Orders 0</title>\n<desc>Data models and what they have to do with each other: 1 model · 5 elements.</desc>",
  );
  expect(svg).toMatch(/<rect width="\d+" height="\d+" fill="#ffffff"\/>/);
  expect(svg.replace("http://www.w3.org/2000/svg", "")).not.toMatch(/https?:|url\(|href/);
});

/** The texts between quotes of a Mermaid chart, and what is left without them. */
function splitQuotes(chart: string): { texts: string[]; rest: string } {
  const texts: string[] = [];
  const rest = chart.replace(/"([^"]*)"/g, (_, text: string) => {
    texts.push(text);
    return '""';
  });
  return { texts, rest };
}

test("hostile names stay text in Mermaid", () => {
  const [front, chart] = writeMermaid(hostile, how).split("\n---\n") as [string, string];
  expect(front.split("\n")).toHaveLength(2);
  const { texts, rest } = splitQuotes(chart);
  // Only our own words are left, and only letters that mean nothing are in the texts.
  expect(rest).toMatch(/^[\w\s[\](){}>|/\\"#,:.;-]+$/);
  expect(rest).not.toMatch(/%%|click|evil|alert|script/);
  for (const line of texts.flatMap((text) => text.split("\n")))
    expect(line).toMatch(/^(?:#\d+;|[^"#<>&`*\\;[\]{}()|%$~\p{Cc}\p{Default_Ignorable_Code_Point}])*$/u);
});

test("hostile names stay text in DOT", () => {
  const dot = writeDot(hostile, how);
  const rest = dot.replace(/"(?:[^"\\]|\\["\\n])*"/g, '""');
  expect(rest).toMatch(/^[\w\s[\]{}"=>-]+$/);
  expect(rest).not.toContain("evil");
});

test("what stands in a node of Mermaid stands line by line, each a text of its own", () => {
  const element = '{ id: e, kind: table, name: "1. Orders", columns: [{ id: c, name: "- _Amount_" }] }';
  const graph = buildView(buildGraph([buildModel("m", `pages: [{ id: p, name: P, elements: [${element}] }]`)]), {
    warehouse: true,
  });
  expect(splitQuotes(writeMermaid(graph, { ...how, columns: 1 })).texts).toContainEqual(
    "1#46; Orders\ntable · 1 column\n#45; #95;Amount#95;",
  );
});

const script = "const answer = 42;";

test("hostile names stay text in the page, whose policy lets nothing but its own script run", () => {
  const page = writePage(hostile, how, script);
  const digest = createHash("sha256").update(script).digest("base64");
  expect(page).toContain(`script-src 'sha256-${digest}'`);
  const styles = [...page.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style]) => style);
  expect(styles).toHaveLength(1);
  expect(page).toContain(`style-src 'sha256-${createHash("sha256").update(styles[0]!).digest("base64")}'`);
  expect(page.match(/<script/g)).toHaveLength(3);
  expect(page.match(/<\/script/g)).toHaveLength(3);
  expect(page).not.toMatch(/<[^>]* on[a-z]+=/);
  expect(page).not.toMatch(/<[^>]* style=/);
  expect(page.replaceAll("http://www.w3.org/2000/svg", "")).not.toMatch(/(?:src|href|action)="|https?:\/\//);
  const [data, parts] = ["data", "parts"].map((id) =>
    JSON.parse(new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`, "s").exec(page)![1]!),
  );
  const first = data.items.findIndex(({ kind }: { kind: string }) => kind === "element");
  expect(parts[first].columns[0].formula).toBe(hostileNames[0]);
});

test("the same graph gives the same page", () => {
  const writeTestPage = () => writePage(buildManyGraph(50), { columns: 0 }, script);
  expect(writeTestPage()).toBe(writeTestPage());
});

test("a PNG has the size of the picture times the scale, and something on it", async () => {
  const graph = buildView(buildManyGraph(5), { warehouse: true });
  const picture = drawSvg(graph, await arrangeLayout(graph, how));
  const { width, height } = picture;
  expect(picture.svg).toContain(`width="${width}" height="${height}"`);
  for (const [scale, options] of [
    [1, { scale: 1 }],
    [2, {}],
  ] as const) {
    const png = readPng(await renderPng(picture, options));
    expect([png.width, png.height]).toEqual([width * scale, height * scale]);
    expect(png.variety).toBeGreaterThan(50);
  }
});

testOfAll("a PNG of a large picture is smaller than twice its size, and says so", async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="3000" height="5000" viewBox="0 0 3000 5000"/>`;
  const notes: string[] = [];
  const png = readPng(await renderPng({ svg, width: 3000, height: 5000 }, {}, (note) => notes.push(note)));
  expect(png.width * png.height).toBeLessThan(24.1e6);
  expect(png.width).toBeGreaterThan(3000);
  expect(notes).toEqual([
    "The PNG has 3795 × 6325 pixels: scale 1.26 instead of 2, so that programs can open it. For more detail, draw " +
      "fewer models, an .svg or .html, or set --scale.",
  ]);

  const long = `<svg xmlns="http://www.w3.org/2000/svg" width="5000" height="60" viewBox="0 0 5000 60"/>`;
  const strip = readPng(await renderPng({ svg: long, width: 5000, height: 60 }, {}, (note) => notes.push(note)));
  expect(strip).toMatchObject({ width: 8000, height: 96 });
  expect(notes[1]).toContain("The PNG has 8000 × 96 pixels: scale 1.60 instead of 2");
  await renderPng({ svg: long, width: 5000, height: 60 }, { scale: 1 }, (note) => notes.push(note));
  expect(notes).toHaveLength(2);
});

test("a PNG that would be too large is refused with a hint", async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9000" height="9000" viewBox="0 0 9000 9000"/>`;
  await expect(renderPng({ svg, width: 9000, height: 9000 }, { scale: 3 })).rejects.toThrow(
    "--scale 3 makes 27000 × 27000 pixels, too many for a PNG. At most --scale 1.1 goes; an SVG has no such limit.",
  );
});

test("of many models a picture shows the models, of very many their folders, and says so", async () => {
  const notes: string[] = [];
  const tell = (note: string) => notes.push(note);
  const drawPicture = async (count: number, level?: "elements" | "models") =>
    String(await drawHere(buildGraph(buildCompanyModels(count)), { format: "svg", level }, tell));
  const countElements = (count: number) =>
    buildGraph(buildCompanyModels(count)).nodes.filter(({ kind }) => kind === "table").length;
  const models = await drawPicture(100);
  expect(models.match(/data-node=/g)).toHaveLength(100);
  expect(models).toContain(`>100 models · ${countElements(100)} elements<`);
  expect(models).toContain(">Orders by region 0<");
  const folders = await drawPicture(300);
  expect(folders.match(/data-node=/g)).toHaveLength(10);
  expect(folders).toMatch(/>30 models · \d+ elements</);
  expect(notes).toEqual([
    `The picture shows 100 models instead of ${countElements(100)} elements. For more detail, draw fewer models, an ` +
      ".html page, or add --level elements.",
    `The picture shows 10 folders instead of ${countElements(300)} elements. For more detail, draw fewer models, an ` +
      ".html page, or add --level elements.",
  ]);
  const [, width, height] = /<svg [^>]*width="(\d+)" height="(\d+)"/.exec(models)!.map(Number);
  expect(width! / height!).toBeGreaterThan(0.8);
  expect(width! / height!).toBeLessThan(3);
  expect((await drawPicture(3, "models")).match(/data-node=/g)).toHaveLength(3);
  expect((await drawPicture(3)).match(/data-node=/g)!.length).toBeGreaterThan(8);
  expect(notes).toHaveLength(2);
});

test("what is broken is red in a picture: the box, its sign, the line", async () => {
  const svg = String(
    await drawHere(buildGraph(buildCompanyModels(100).slice(0, 42)), { format: "svg", level: "models" }, () => {}),
  );
  expect(svg).toMatch(new RegExp(`<g class="edge" [^>]*stroke="${broken.stroke}"`));
  expect(svg.match(new RegExp(`<circle r="8" fill="${broken.stroke}"`, "g"))).toHaveLength(1);
  const text =
    "pages: [{ id: p, name: P, elements: [{ id: t, kind: table, name: T, source: { kind: warehouse-table, " +
    "connectionId: c, path: [A] }, columns: [{ id: a, name: A, formula: '[Gone]' }] }] }]";
  const small = String(await drawHere(buildGraph([buildModel("m", text)]), { format: "svg" }, () => {}));
  expect(small).toMatch(new RegExp(`fill="${broken.stroke}">A<`));
  expect(small).toContain("nothing in this model is called `[Gone]` here");
});

test("how much a picture shows goes by how much there is to show", async () => {
  const few = write(buildManyGraph(5), { format: "mermaid" });
  expect(few).toContain("flowchart LR");
  expect(few).toContain("connection warehouse");
  const many = write(buildManyGraph(50), { format: "mermaid" });
  expect(many).toContain("flowchart TB");
  expect(many).not.toContain("connection warehouse");
  expect(many).toMatch(/SALES\.PUBLIC\./);
  expect(many.length).toBeLessThan(write(buildManyGraph(50), { format: "mermaid", columns: 3 }).length);
});
