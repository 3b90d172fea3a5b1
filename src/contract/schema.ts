// Builds the JSON schemas of the wire shapes. A schema carries the type of what it describes; the type exists for
// the compiler only, here and in the types of the package, which need no other package.

declare const SHAPE: unique symbol;
declare const OPTIONAL: unique symbol;

/** The schema of a shape. `Static` gives the shape itself. */
export interface Schema<T = unknown> {
  readonly [SHAPE]: T;
}

/** A field that may be left out. */
export interface OptionalField {
  readonly [OPTIONAL]: true;
}

export type Fields = Readonly<Record<string, Schema>>;

/** What a schema describes. */
export type Static<S> = S extends Schema<infer T> ? T : never;

type Flat<T> = { [K in keyof T]: T[K] };

export type ObjectShape<P> = Flat<
  { [K in keyof P as P[K] extends OptionalField ? never : K]: Static<P[K]> } & {
    [K in keyof P as P[K] extends OptionalField ? K : never]?: Static<P[K]>;
  }
>;

export interface ObjectSchema<P> extends Schema<ObjectShape<P>> {
  readonly properties: P;
}

export interface ArraySchema<I> extends Schema<Static<I>[]> {
  readonly items: I;
}

interface Builders {
  Array<I extends Schema>(items: I, options?: object): ArraySchema<I>;
  Boolean(options?: object): Schema<boolean>;
  Integer(options?: object): Schema<number>;
  Null(options?: object): Schema<null>;
  Number(options?: object): Schema<number>;
  Object<P extends Fields>(properties: P, options?: object): ObjectSchema<P>;
  Optional<S extends Schema>(schema: S): S & OptionalField;
  Partial<P>(schema: ObjectSchema<P>): ObjectSchema<{ [K in keyof P]: P[K] & OptionalField }>;
  /** Objects with any names of fields. */
  Record<V extends Schema>(
    names: Schema<string>,
    value: V,
    options?: object,
  ): Schema<Record<string, Static<V>>>;
  String(options?: object): Schema<string>;
  Union<S extends Schema>(schemas: readonly S[], options?: object): Schema<Static<S>>;
  /** A schema written by hand. */
  Unsafe<T>(schema: object): Schema<T>;
}

interface Written {
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

function partialOf({ properties = {}, required: _, ...rest }: Written): object {
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
  Record: (_names: object, value: object, options: object = {}) => ({
    type: 'object',
    patternProperties: { '^.*$': value },
    ...options,
  }),
  String: plain('string'),
  Union: (anyOf: readonly object[], options: object = {}) => ({ anyOf, ...options }),
  Unsafe: (schema: object) => schema,
} as unknown as Builders;
