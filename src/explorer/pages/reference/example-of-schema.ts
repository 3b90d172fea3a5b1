// An example value of a schema: the schema's own if it has one, else built from its parts.

import type { OpenApiDocument, Schema } from '#explorer/pages/reference/openapi-document.ts';

/** The depth at which an example ends: schemas may contain themselves. */
const DEEPEST = 8;

/** The schema that a reference within the document (`#/components/schemas/…`) stands for. */
export function resolveSchema(schema: Schema, document: OpenApiDocument): Schema {
  let found: Schema = schema;
  for (let hops = 0; found.$ref !== undefined && hops < DEEPEST; hops++) {
    const steps = found.$ref.replace(/^#\//, '').split('/').map(decodePointer);
    found = (steps.reduce<unknown>(
      (at, step) => (at as Record<string, unknown> | undefined)?.[step],
      document,
    ) ?? {}) as Schema;
  }
  return found;
}

const decodePointer = (step: string): string =>
  decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');

export function exampleOf(schema: Schema, document: OpenApiDocument, depth = 0): unknown {
  const {
    examples,
    example,
    const: fixed,
    default: usual,
    enum: allowed,
    ...rest
  } = resolveSchema(schema, document);
  for (const given of [examples?.[0], example, fixed, usual, allowed?.[0]]) {
    if (given !== undefined) return given;
  }
  if (depth > DEEPEST) return null;
  const within = (part: Schema): unknown => exampleOf(part, document, depth + 1);
  const choice = firstChoice(rest, document);
  if (choice) return within(choice);
  if (rest.allOf) return Object.assign({}, ...rest.allOf.map(within));
  if (rest.properties)
    return Object.fromEntries(
      Object.entries(rest.properties).map(([name, part]) => [name, within(part)]),
    );
  if (rest.items) return [within(rest.items)];
  const record = recordPart(rest);
  if (record) return { '…': within(record) };
  return plainExample(typeOf(rest));
}

/** The first of several choices that is not null, as null alone is no example. */
function firstChoice({ anyOf, oneOf }: Schema, document: OpenApiDocument): Schema | undefined {
  const choices = anyOf ?? oneOf;
  return (
    choices?.find((choice) => typeOf(resolveSchema(choice, document)) !== 'null') ?? choices?.[0]
  );
}

/** The schema of a free-form object's values. */
function recordPart({ additionalProperties, patternProperties }: Schema): Schema | undefined {
  const [pattern] = Object.values(patternProperties ?? {});
  return pattern ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
}

const typeOf = ({ type }: Schema): string | undefined =>
  typeof type === 'string' ? type : type?.find((name) => name !== 'null');

function plainExample(type: string | undefined): unknown {
  switch (type) {
    case 'string':
      return 'text';
    case 'integer':
      return 1;
    case 'number':
      return 61.5;
    case 'boolean':
      return true;
    case 'array':
      return [];
    case 'object':
      return {};
    default:
      return null;
  }
}

/** Describes a schema's type: `string`, `number or null`, `list of string`. */
export function describeType(schema: Schema, document: OpenApiDocument, depth = 0): string {
  const resolved = resolveSchema(schema, document);
  const { type, anyOf, oneOf, items } = resolved;
  if (depth > DEEPEST) return 'any';
  const choices = anyOf ?? oneOf;
  if (choices)
    return [...new Set(choices.map((part) => describeType(part, document, depth + 1)))].join(
      ' or ',
    );
  if (Array.isArray(type)) return type.join(' or ');
  if (items) return `list of ${describeType(items, document, depth + 1)}`;
  return (type as string | undefined) ?? 'any';
}
