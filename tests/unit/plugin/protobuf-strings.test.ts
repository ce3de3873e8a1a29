import { BinaryReader, BinaryWriter } from "google-protobuf";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { useNativeStrings } from "../../../provider/src/plugin/protobuf-strings";
import fc, { character } from "../../fast-check";

const own = {
  readString: BinaryReader.prototype.readString,
  writeString: BinaryWriter.prototype.writeString,
};
const theirs = () => {
  BinaryReader.prototype.readString = own.readString;
  BinaryWriter.prototype.writeString = own.writeString;
};
afterEach(theirs);

const bytesOf = (values: Record<string, string>) => Struct.fromJavaScript(values).serializeBinary();
const valuesOf = (bytes: Uint8Array) => Struct.deserializeBinary(bytes).toJavaScript();

test("whatever the texts, messages equal those of google-protobuf byte for byte", () => {
  const text = fc.oneof(fc.string({ unit: character }), fc.string({ unit: character, minLength: 60, maxLength: 70 }));
  fc.assert(
    fc.property(fc.dictionary(text, text), (values) => {
      theirs();
      const expected = bytesOf(values);
      useNativeStrings();
      expect(Buffer.from(bytesOf(values)).equals(expected)).toBe(true);
      expect(valuesOf(expected)).toEqual(values);
    }),
  );
});

test("a byte order mark stays, and a long text is read from the middle of a buffer", () => {
  useNativeStrings();
  const values = { first: "\uFEFFtext", second: "Ä€😀".repeat(100_000), third: "" };
  const bytes = bytesOf(values);
  const whole = new Uint8Array(bytes.length + 10);
  whole.set(bytes, 5);
  expect(valuesOf(whole.subarray(5, 5 + bytes.length))).toEqual(values);
});

test("a message that ends in the middle of a text is an error", () => {
  useNativeStrings();
  const bytes = bytesOf({ key: "a text of some length" });
  expect(() => valuesOf(bytes.subarray(0, bytes.length - 5))).toThrow();
});
