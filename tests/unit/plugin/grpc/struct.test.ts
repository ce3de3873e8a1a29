import { BinaryWriter } from "@bufbuild/protobuf/wire";
import * as pb from "@pulumi/pulumi/proto/provider_pb";
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";
import { createResponse } from "../../../../provider/src/plugin/grpc/messages";
import fc, { character } from "../../../fast-check";

type Values = Record<string, JavaScriptValue>;
const writtenHere = (properties: object) => createResponse.encode({ id: "one", properties: properties as Values });
const readHere = (bytes: Uint8Array) => createResponse.decode(bytes).properties;
const writtenThere = (values: Values) =>
  new pb.CreateResponse().setId("one").setProperties(Struct.fromJavaScript(values)).serializeBinary();
const readThere = (bytes: Uint8Array) => pb.CreateResponse.deserializeBinary(bytes).getProperties()?.toJavaScript();

const key = fc.string({ unit: character }).filter((text) => text !== "__proto__");
const { value } = fc.letrec<{ value: JavaScriptValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constant(null),
    fc.boolean(),
    fc.double(),
    fc.string({ unit: character }),
    fc.string({ unit: character, minLength: 100, maxLength: 200 }),
    fc.array(tie("value")),
    fc.dictionary(key, tie("value"), { noNullPrototype: true }),
  ),
}));
const values = fc.dictionary(key, value, { noNullPrototype: true });

test("whatever the values, Pulumi's own messages read what is written here, and what they write is read to the letter as they read it", () => {
  fc.assert(
    fc.property(values, (given) => {
      const theirs = writtenThere(given);
      expect(readThere(theirs)).toEqual(given);
      expect(readThere(writtenHere(given))).toEqual(given);
      expect(readHere(theirs)).toEqual(given);
      expect(JSON.stringify(readHere(theirs))).toBe(JSON.stringify(readThere(theirs)));
    }),
  );
});

/** A struct of entries, written field by field. */
function structOf(entries: readonly (readonly [string, number])[]): Uint8Array {
  const writer = new BinaryWriter().uint32(0x12).fork();
  for (const [key, number] of entries) {
    writer.uint32(0x0a).fork().uint32(0x0a).string(key);
    writer.uint32(0x12).fork().uint32(0x11).double(number).join().join();
  }
  return writer.join().finish();
}

test("the order of keys in a message doesn't matter, the last of two with one name does", () => {
  expect(
    Object.keys(
      readHere(
        structOf([
          ["b", 0],
          ["a", 1],
          ["c", 2],
        ]),
      ) ?? {},
    ),
  ).toEqual(["a", "b", "c"]);
  expect(
    readHere(
      structOf([
        ["b", 0],
        ["a", 1],
        ["b", 2],
      ]),
    ),
  ).toEqual({ a: 1, b: 2 });
});

test("a key named __proto__ is a key", () => {
  const given = JSON.parse('{"__proto__": {"polluted": true}, "a": 1}');
  const found = readHere(writtenHere(given)) ?? {};
  expect(JSON.stringify(found)).toBe(JSON.stringify(given));
  expect((found as { polluted?: boolean }).polluted).toBeUndefined();
});

test("fields of a later version of the format are skipped", () => {
  const writer = new BinaryWriter();
  const later = (write: () => void) => {
    writer.uint32((99 << 3) | 2).string("later");
    write();
  };
  const inside = (tag: number, write: () => void) => {
    writer.uint32(tag).fork();
    later(write);
    writer.join();
  };
  inside(0x12, () =>
    inside(0x0a, () => {
      writer.uint32(0x0a).string("key");
      inside(0x12, () => inside(0x32, () => inside(0x0a, () => writer.uint32(0x1a).string("text"))));
    }),
  );
  expect(readHere(writer.finish())).toEqual({ key: ["text"] });
});

test("a byte order mark stays, and a long text is read from the middle of a buffer", () => {
  const given = { first: "\uFEFFtext", second: "Ä€😀".repeat(100_000), third: "" };
  const bytes = writtenHere(given);
  const whole = new Uint8Array(bytes.length + 10);
  whole.set(bytes, 5);
  expect(readHere(whole.subarray(5, 5 + bytes.length))).toEqual(given);
});

test("a message that ends in the middle of a text is an error", () => {
  const bytes = writtenHere({ key: "a text of some length" });
  expect(() => readHere(bytes.subarray(0, bytes.length - 5))).toThrow();
});

test("a value that the format can't hold is an error, and leaves nothing in the next message", () => {
  expect(() => writtenHere({ list: [undefined] })).toThrow("undefined");
  expect(readThere(writtenHere({ a: 1 }))).toEqual({ a: 1 });
});
