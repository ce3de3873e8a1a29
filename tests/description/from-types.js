// An OpenAPI document of the types that openapi-typescript made from one: numbers and texts lose their bounds.
const ts = require("typescript");

/** @param {string} text of a file with the interfaces `paths`, `operations` and `components` */
function buildDescription(text) {
  const file = ts.createSourceFile("types.d.ts", text, ts.ScriptTarget.Latest, true);
  const interfaces = new Map(file.statements.filter(ts.isInterfaceDeclaration).map((one) => [one.name.text, one]));
  const operations = new Map(listMembers(interfaces.get("operations")).map((one) => [one.name, one.type]));
  const components = Object.fromEntries(listMembers(interfaces.get("components")).map((one) => [one.name, one.type]));
  const paths = listMembers(interfaces.get("paths")).map(({ name, type }) => [name, buildPath(type, operations)]);
  const schemas = listMembers(components.schemas).map(({ name, type }) => [name, buildSchema(type)]);
  const responses = listMembers(components.responses).map(({ name, type }) => [name, buildResponse(type)]);
  return {
    openapi: "3.1.0",
    info: { title: "Description", version: "1" },
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(schemas), responses: Object.fromEntries(responses) },
  };
}

const methods = ["get", "put", "post", "delete", "patch"];

function buildPath(type, operations) {
  const served = listMembers(type).filter(({ name, type }) => methods.includes(name) && !isNever(type));
  return Object.fromEntries(
    served.map(({ name, type }) => {
      // `operations['listTags']`, or the operation itself.
      const id = ts.isIndexedAccessTypeNode(type) ? type.indexType.literal.text : undefined;
      return [name, { ...(id && { operationId: id }), ...buildOperation(operations.get(id) ?? type) }];
    }),
  );
}

function buildOperation(type) {
  const { parameters, requestBody, responses } = indexMembers(type);
  const places = indexMembers(parameters?.type);
  const listed = ["query", "path", "header"].flatMap((place) =>
    listMembers(places[place]?.type).map(({ name, isOptional, type }) => ({
      name,
      in: place,
      required: place === "path" || !isOptional,
      schema: buildSchema(type),
    })),
  );
  const body = requestBody && !isNever(requestBody.type) ? buildContent(requestBody.type) : undefined;
  const answers = listMembers(responses?.type).map(({ name, type }) => [name, buildResponse(type)]);
  return {
    parameters: listed,
    ...(body && { requestBody: { required: !requestBody.isOptional, ...body } }),
    responses: Object.fromEntries(answers),
  };
}

function buildResponse(type) {
  if (ts.isIndexedAccessTypeNode(type)) return buildSchema(type);
  return { description: "", ...buildContent(type) };
}

/** What `content` has by its media types. */
function buildContent(type) {
  const { content } = indexMembers(type);
  if (content === undefined || isNever(content.type)) return {};
  const kinds = listMembers(content.type).map(({ name, type }) => [name, { schema: buildSchema(type) }]);
  return { content: Object.fromEntries(kinds) };
}

const keywords = {
  [ts.SyntaxKind.StringKeyword]: { type: "string" },
  [ts.SyntaxKind.NumberKeyword]: { type: "number" },
  [ts.SyntaxKind.BooleanKeyword]: { type: "boolean" },
  [ts.SyntaxKind.UnknownKeyword]: {},
  [ts.SyntaxKind.NeverKeyword]: { not: {} },
};

function buildSchema(type) {
  if (type.kind in keywords) return keywords[type.kind];
  if (ts.isParenthesizedTypeNode(type) || ts.isTypeOperatorNode(type)) return buildSchema(type.type);
  if (ts.isLiteralTypeNode(type)) return { const: readLiteral(type.literal) };
  if (ts.isArrayTypeNode(type)) return { type: "array", items: buildSchema(type.elementType) };
  if (ts.isIntersectionTypeNode(type)) return { allOf: type.types.map(buildSchema) };
  if (ts.isUnionTypeNode(type)) return buildUnion(type.types.map(buildSchema));
  if (ts.isTypeLiteralNode(type)) return buildObject(type);
  if (ts.isTupleTypeNode(type)) {
    const items = type.elements.map(buildSchema);
    return { type: "array", prefixItems: items, items: false, minItems: items.length };
  }
  if (ts.isIndexedAccessTypeNode(type)) {
    const steps = [];
    let at = type;
    for (; ts.isIndexedAccessTypeNode(at); at = at.objectType) steps.unshift(at.indexType.literal.text);
    return { $ref: ["#", at.typeName.text, ...steps].join("/") };
  }
  if (ts.isTypeReferenceNode(type) && type.typeName.text === "Record") {
    const [, value] = type.typeArguments;
    return { type: "object", ...(isNever(value) ? {} : { additionalProperties: buildSchema(value) }) };
  }
  throw new Error(`Unknown type: ${type.getText().slice(0, 200)}`);
}

function buildUnion(schemas) {
  const others = schemas.filter((schema) => !("const" in schema));
  const values = schemas.flatMap((schema) => ("const" in schema ? [schema.const] : []));
  const all = [...others, ...(values.length > 0 ? [{ enum: values }] : [])];
  return all.length === 1 ? all[0] : { anyOf: all };
}

function buildObject(type) {
  const members = listMembers(type);
  const index = type.members.find(ts.isIndexSignatureDeclaration);
  const required = members.filter(({ isOptional }) => !isOptional).map(({ name }) => name);
  return {
    type: "object",
    properties: Object.fromEntries(members.map(({ name, type }) => [name, buildSchema(type)])),
    ...(required.length > 0 && { required }),
    ...(index && { additionalProperties: buildSchema(index.type) }),
  };
}

function readLiteral(literal) {
  if (literal.kind === ts.SyntaxKind.NullKeyword) return null;
  if (literal.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (literal.kind === ts.SyntaxKind.FalseKeyword) return false;
  if (ts.isPrefixUnaryExpression(literal)) return -Number(literal.operand.text);
  return ts.isNumericLiteral(literal) ? Number(literal.text) : literal.text;
}

const isNever = (type) => type.kind === ts.SyntaxKind.NeverKeyword;

/** The properties of an interface or a type in braces. */
function listMembers(type) {
  return (type?.members ?? []).filter(ts.isPropertySignature).map((member) => ({
    name: member.name.text ?? member.name.getText(),
    type: member.type,
    isOptional: member.questionToken !== undefined,
  }));
}

const indexMembers = (type) => Object.fromEntries(listMembers(type).map((member) => [member.name, member]));

module.exports = { buildDescription };
