// Bodies and queries are checked for their types only, and nothing is converted: "Token": 0 is refused.
// The services check the values, after the token is known to be good.

import type { FastifySchemaCompiler } from 'fastify';
import { Refusal } from '#core/errors';
import { TypeFaults, type TypeSchema } from '#http/request/type-faults';

/** Names the first faults, and says how many more exist. */
function refuseTypes({ named, unnamed }: TypeFaults): Refusal {
  const told = named.map(({ field, message }) => `${field} ${message}`);
  if (unnamed > 0) told.push(`and ${unnamed.toLocaleString('en')} more`);
  return new Refusal('type_invalid', told.join('; '), { faults: named });
}

export const compileTypeCheck: FastifySchemaCompiler<object> =
  ({ schema }) =>
  (data: unknown) => {
    const faults = new TypeFaults().find(schema as TypeSchema, data);
    return faults.count === 0 ? { value: data } : { error: refuseTypes(faults) };
  };
