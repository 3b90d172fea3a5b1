// The faults of type in a value: the first few by name, the rest as a number. One walk with a comparison for each
// value, so a body with half a million faults costs little more than one.

import type { FieldFault } from '#core/errors';

/** The part of a schema that says what type a value has. */
export interface TypeSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, TypeSchema>>;
  /** The values of a record, under the one pattern that every name has. */
  readonly patternProperties?: Readonly<Record<string, TypeSchema>>;
  readonly items?: TypeSchema;
  readonly anyOf?: readonly TypeSchema[];
}

/** The most faults that are named. It bounds a refusal's bytes and the work for them. */
const MOST_NAMED = 20;

export class TypeFaults {
  readonly named: FieldFault[] = [];
  count = 0;
  /** Leads to the value that is looked at. */
  readonly #path: (string | number)[] = [];

  /** The faults that are not named. */
  get unnamed(): number {
    return this.count - this.named.length;
  }

  /** Finds the faults of a value and of all that it holds. */
  find(schema: TypeSchema, value: unknown): this {
    const { type, properties, patternProperties, items, anyOf } = schema;
    if (anyOf) this.#findInAny(anyOf, value);
    else if (type !== undefined && !isOf(type, value)) this.#add(type, value);
    else if (Array.isArray(value)) {
      if (items) for (let i = 0; i < value.length; i++) this.#step(items, value[i], i);
    } else if (isObject(value)) {
      for (const name in properties) {
        if (Object.hasOwn(value, name)) this.#step(properties[name]!, value[name], name);
      }
      for (const pattern in patternProperties) {
        for (const name in value) this.#step(patternProperties[pattern]!, value[name], name);
      }
    }
    return this;
  }

  /** Our schemas never give two shapes of one type to choose from. */
  #findInAny(schemas: readonly TypeSchema[], value: unknown): void {
    const fitting = schemas.find(({ type }) => type === undefined || isOf(type, value));
    if (fitting) this.find(fitting, value);
    else
      this.#add(
        schemas.flatMap(({ type }) => type!),
        value,
      );
  }

  #step(schema: TypeSchema, value: unknown, name: string | number): void {
    this.#path.push(name);
    this.find(schema, value);
    this.#path.pop();
  }

  #add(type: string | readonly string[], value: unknown): void {
    this.count++;
    if (this.named.length === MOST_NAMED) return;
    const wanted = [type].flat().join(' or ');
    const article = /^[aeiou]/.test(wanted) ? 'an' : 'a';
    const message = `must be ${article} ${wanted}, not ${typeNameOf(value)}`;
    this.named.push({ field: this.#path.join('.') || 'body', message });
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isOf = (type: string | readonly string[], value: unknown): boolean =>
  typeof type === 'string' ? isOfOne(type, value) : type.some((one) => isOfOne(one, value));

const isOfOne = (type: string, value: unknown): boolean =>
  type === 'integer' ? Number.isInteger(value) : type === typeNameOf(value);

/** Returns JSON's name of a value's type. */
function typeNameOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
