/** A file without data, of the format that was asked for, so that what opens it finds what its name promises. */
export function buildExportedFile(type: string): { contentType: string; content: Buffer } {
  return files[type] ?? { contentType: "application/octet-stream", content: Buffer.from(placeholder) };
}

const placeholder = "Exported by the emulator, which has no data.";

/** One white pixel. */
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==";

const files: Readonly<Record<string, { contentType: string; content: Buffer }>> = {
  csv: { contentType: "text/csv", content: Buffer.from("") },
  json: { contentType: "application/json", content: Buffer.from("[]") },
  jsonl: { contentType: "application/x-ndjson", content: Buffer.from("") },
  pdf: { contentType: "application/pdf", content: Buffer.from(buildBlankPdf()) },
  png: { contentType: "image/png", content: Buffer.from(png, "base64") },
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
