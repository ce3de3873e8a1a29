import { deflateSync } from "node:zlib";

/** A file without data, so that nobody takes it for one with data, of the format that was asked for, so that what opens it finds what its name promises. */
export function buildExportedFile(type: string): { contentType: string; content: Buffer } {
  return files[type] ?? { contentType: "application/octet-stream", content: Buffer.from(placeholder) };
}

const placeholder = "Exported by the emulator, which has no data.";

/** One white pixel, and the placeholder as its comment. */
function buildPixel(): Buffer {
  const buildChunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(computeCrc(body));
    return Buffer.concat([length, body, sum]);
  };
  // 1 × 1, 8 bits, gray.
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    buildChunk("IHDR", header),
    buildChunk("tEXt", Buffer.from(`Comment\0${placeholder}`, "latin1")),
    buildChunk("IDAT", deflateSync(Buffer.from([0, 255]))),
    buildChunk("IEND", Buffer.alloc(0)),
  ]);
}

/** The check sum of PNG; that of `node:zlib` is younger than the oldest Node that runs this. */
function computeCrc(data: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of data) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}

const files: Readonly<Record<string, { contentType: string; content: Buffer }>> = {
  csv: { contentType: "text/csv", content: Buffer.from(`placeholder\r\n"${placeholder}"\r\n`) },
  json: { contentType: "application/json", content: Buffer.from(JSON.stringify([{ placeholder }])) },
  jsonl: { contentType: "application/x-ndjson", content: Buffer.from(`${JSON.stringify({ placeholder })}\n`) },
  pdf: { contentType: "application/pdf", content: Buffer.from(buildBlankPdf()) },
  png: { contentType: "image/png", content: buildPixel() },
};

/** A page with the placeholder on it. */
function buildBlankPdf(): string {
  const text = `BT /F1 12 Tf 72 720 Td (${placeholder}) Tj ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let body = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return `${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}${trailer}`;
}
