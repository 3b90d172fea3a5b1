// Bodies and queries are checked for their types only, and nothing is converted: "Token": 0 is refused.
// The services check the values, after the token is known to be good.

import { Ajv, type ErrorObject } from 'ajv';
import type { FastifySchemaCompiler } from 'fastify';
import { type FieldFault, Refusal } from '#core/errors';

const ajv = new Ajv({
  allErrors: true,
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
  strict: false,
  verbose: true,
});

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

export const compileTypeCheck: FastifySchemaCompiler<object> = ({ schema }) => {
  const validate = ajv.compile(schema);
  return (data: unknown) => {
    if (validate(data)) return { value: data };
    const faults = validate.errors!.filter(({ keyword }) => keyword === 'type').map(faultOf);
    if (faults.length === 0) return { value: data };
    const detail = faults.map(({ field, message }) => `${field} ${message}`).join('; ');
    return { error: new Refusal('type_invalid', detail, { faults }) };
  };
};
