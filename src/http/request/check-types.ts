// Bodies and queries are checked for their types only, and nothing is converted: "Token": 0 is refused.
// The services check the values, after the token is known to be good.

import { Ajv, type ErrorObject } from 'ajv';
import type { FastifySchemaCompiler } from 'fastify';
import { type FieldFault, Refusal } from '#core/errors';

const OPTIONS = {
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
  strict: false,
  verbose: true,
} as const;
/** Stops at the first fault: the check of every request, and cheap for a body of a million faults. */
const first = new Ajv({ ...OPTIONS, allErrors: false });
/** Keywords that the services check, after the token: they must not hide a fault of type here. */
const NOT_TYPES = [
  ...['required', 'enum', 'const', 'pattern', 'format', 'minLength', 'maxLength'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minItems', 'maxItems', 'uniqueItems', 'contains'],
  ...['additionalProperties', 'minProperties', 'maxProperties', 'propertyNames'],
];
for (const keyword of NOT_TYPES) first.removeKeyword(keyword);
/** Finds all faults: only of a body that is refused, cut short. */
const all = new Ajv({ ...OPTIONS, allErrors: true });

/** The most faults that a refusal names. It bounds the refusal's bytes and the work for them. */
const MOST_NAMED = 20;

/** Returns JSON's name of a value's type. */
function typeNameOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'object') return 'object';
  return typeof value;
}

function faultOf({ instancePath, params, data }: ErrorObject): FieldFault {
  const field = instancePath
    .slice(1)
    .replaceAll('/', '.')
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
  const wanted = [params.type].flat().join(' or ');
  const message = `must be ${/^[aeiou]/.test(wanted) ? 'an' : 'a'} ${wanted}, not ${typeNameOf(data)}`;
  return { field: field || 'body', message };
}

/** The value with every array cut after its first elements, which is enough to name the faults of. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MOST_NAMED + 1).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shortened(part)]));
}

const typeFaults = (errors: readonly ErrorObject[] | null | undefined): FieldFault[] =>
  (errors ?? []).filter(({ keyword }) => keyword === 'type').map(faultOf);

/** Names the first faults, and says if there are more. */
function refuseTypes(faults: readonly FieldFault[]): Refusal {
  const named = faults.slice(0, MOST_NAMED);
  const told = named.map(({ field, message }) => `${field} ${message}`).join('; ');
  const detail = faults.length > MOST_NAMED ? `${told}; and more` : told;
  return new Refusal('type_invalid', detail, { faults: named });
}

export const compileTypeCheck: FastifySchemaCompiler<object> = ({ schema }) => {
  const check = first.compile(schema);
  const checkAll = all.compile(schema);
  return (data: unknown) => {
    if (check(data)) return { value: data };
    const [fault] = typeFaults(check.errors);
    checkAll(shortened(data));
    const faults = typeFaults(checkAll.errors);
    // The first fault may lie behind the cut.
    if (faults.length === 0 && fault) faults.push(fault);
    return faults.length === 0 ? { value: data } : { error: refuseTypes(faults) };
  };
};
