// Bodies and queries are checked for their types only, and nothing is converted: "Token": 0 is refused.
// The services check the values, after the token is known to be good.

import { Ajv, type ValidateFunction } from 'ajv';
import type { FastifySchemaCompiler } from 'fastify';
import { Refusal } from '#core/errors';
import { TypeFaults, type TypeSchema } from '#http/request/type-faults';

/** Stops at the first fault. The faults of a refused value are found by a walk of our own. */
const ajv = new Ajv({
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
  strict: false,
  allErrors: false,
});
/** Keywords that the services check, after the token: they must not hide a fault of type here. */
const NOT_TYPES = [
  ...['required', 'enum', 'const', 'pattern', 'format', 'minLength', 'maxLength'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minItems', 'maxItems', 'uniqueItems', 'contains'],
  ...['additionalProperties', 'minProperties', 'maxProperties', 'propertyNames'],
];
for (const keyword of NOT_TYPES) ajv.removeKeyword(keyword);

/** Names the first faults, and says how many more exist. */
function refuseTypes({ named, unnamed }: TypeFaults): Refusal {
  const told = named.map(({ field, message }) => `${field} ${message}`);
  if (unnamed > 0) told.push(`and ${unnamed.toLocaleString('en')} more`);
  return new Refusal('type_invalid', told.join('; '), { faults: named });
}

/** Compiles a schema when its first value comes: compiling all of them took most of the CPU of building a server. */
export const compileTypeCheck: FastifySchemaCompiler<object> = ({ schema }) => {
  let check: ValidateFunction | undefined;
  return (data: unknown) => {
    check ??= ajv.compile(schema);
    if (check(data)) return { value: data };
    return { error: refuseTypes(new TypeFaults().find(schema as TypeSchema, data)) };
  };
};
