// Builds the JSON schemas of the wire shapes. Their types are those of TypeBox, which is loaded for types
// only: its 373 modules were a quarter of all that a server loaded before it was ready.

import type { Type as TypeBox } from 'typebox';

export type { Static, TProperties } from 'typebox';

type Builders = Pick<
  typeof TypeBox,
  | 'Array'
  | 'Boolean'
  | 'Integer'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'Partial'
  | 'Record'
  | 'String'
  | 'Union'
  | 'Unsafe'
>;

interface Schema {
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

/** Marks a field that may be left out; it is not part of the schema. */
const IS_OPTIONAL = Symbol('optional');

const optional = (schema: object): object =>
  Object.defineProperty({ ...schema }, IS_OPTIONAL, { value: true });

const plain =
  (type: string) =>
  (options: object = {}): object => ({ type, ...options });

function objectOf(properties: Readonly<Record<string, object>>, options: object = {}): object {
  const required = Object.keys(properties).filter((name) => !(IS_OPTIONAL in properties[name]!));
  return {
    type: 'object',
    ...(required.length > 0 ? { required } : {}),
    properties,
    ...options,
  };
}

function partialOf({ properties = {}, required: _, ...rest }: Schema): object {
  const fields = Object.entries(properties).map(([name, field]) => [name, optional(field)]);
  return { ...rest, ...objectOf(Object.fromEntries(fields)) };
}

export const Type = {
  Array: (items: object, options: object = {}) => ({ type: 'array', items, ...options }),
  Boolean: plain('boolean'),
  Integer: plain('integer'),
  Null: plain('null'),
  Number: plain('number'),
  Object: objectOf,
  Optional: optional,
  Partial: partialOf,
  /** Objects with any names of fields. */
  Record: (_names: object, value: object, options: object = {}) => ({
    type: 'object',
    patternProperties: { '^.*$': value },
    ...options,
  }),
  String: plain('string'),
  Union: (anyOf: readonly object[], options: object = {}) => ({ anyOf, ...options }),
  Unsafe: (schema: object) => schema,
} as unknown as Builders;
