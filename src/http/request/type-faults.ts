// The faults of type in a value that was refused: the first few by name, the rest as a number. One walk with
// a comparison for each value, so a body with half a million faults costs little more than one.

import type { FieldFault } from '#core/errors';

/** The part of a schema that says what type a value has. */
export interface TypeSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, TypeSchema>>;
  readonly items?: TypeSchema;
}

/** The most faults that are named. It bounds a refusal's bytes and the work for them. */
const MOST_NAMED = 20;

export class TypeFaults {
  readonly named: FieldFault[] = [];
  #count = 0;

  /** The faults that are not named. */
  get unnamed(): number {
    return this.#count - this.named.length;
  }

  /** Finds the faults of a value and of all that it holds. `path` leads to it. */
  find(schema: TypeSchema, value: unknown, path: readonly (string | number)[] = []): this {
    const { type, properties, items } = schema;
    if (type !== undefined && !isOf(type, value)) this.#add(type, value, path);
    else if (Array.isArray(value)) {
      if (items) this.#findInItems(items, value, path);
    } else if (isObject(value) && properties) {
      for (const name of Object.keys(properties)) {
        if (Object.hasOwn(value, name)) this.find(properties[name]!, value[name], [...path, name]);
      }
    }
    return this;
  }

  #findInItems(items: TypeSchema, values: readonly unknown[], path: readonly (string | number)[]) {
    for (let i = 0; i < values.length; i++) {
      // Without a path for each: nearly all of them are right, or will not be named.
      if (items.properties === undefined && items.items === undefined) {
        if (items.type === undefined || isOf(items.type, values[i])) continue;
        if (this.named.length === MOST_NAMED) {
          this.#count++;
          continue;
        }
      }
      this.find(items, values[i], [...path, i]);
    }
  }

  #add(type: string | readonly string[], value: unknown, path: readonly (string | number)[]): void {
    this.#count++;
    if (this.named.length === MOST_NAMED) return;
    const wanted = [type].flat().join(' or ');
    const article = /^[aeiou]/.test(wanted) ? 'an' : 'a';
    const message = `must be ${article} ${wanted}, not ${typeNameOf(value)}`;
    this.named.push({ field: path.join('.') || 'body', message });
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
