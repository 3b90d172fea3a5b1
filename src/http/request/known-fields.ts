// The operator interface and boards refuse fields that they do not know: a misspelt `pasword` must not make a
// user without a password. The two documents' interfaces ignore such fields.

import type { FastifyRequest } from 'fastify';
import { type FieldFault, Refusal } from '#core/errors';
import { didYouMean, quoteGiven } from '#core/nearest';

/** The parts of a JSON schema that say which fields an object may have. */
interface FieldSchema {
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly items?: FieldSchema;
  readonly anyOf?: readonly FieldSchema[];
  readonly content?: Readonly<Record<string, { readonly schema: FieldSchema }>>;
}

/** The most faults that a refusal names. */
const MOST_NAMED = 20;
/** A longer name is not repeated: it may be a secret in the wrong field. No field's name is half as long. */
const LONGEST_NAME = 40;
/** Long words of letters and digits, and what begins like a key, are not repeated either. */
const LIKE_SECRET = /gt[a-z]_|^(?=\D*\d)\S{16,}$/i;

const NO_FIELDS: FieldSchema = { properties: {} };

/** The schema of objects: itself, or the one of several that has fields. */
const objectOf = (schema: FieldSchema): FieldSchema | undefined =>
  schema.properties ? schema : schema.anyOf?.find(({ properties }) => properties !== undefined);

function addFaults(schema: FieldSchema, given: unknown, path: string, faults: FieldFault[]): void {
  if (typeof given !== 'object' || given === null) return;
  if (Array.isArray(given)) {
    const items = schema.items && objectOf(schema.items);
    if (!items) return;
    for (let i = 0; i < given.length && faults.length < MOST_NAMED; i++) {
      addFaults(items, given[i], `${path}${i}.`, faults);
    }
    return;
  }
  const { properties = {} } = objectOf(schema) ?? NO_FIELDS;
  for (const name in given) {
    if (faults.length === MOST_NAMED) return;
    if (Object.hasOwn(properties, name)) {
      const value = (given as Record<string, unknown>)[name];
      addFaults(properties[name]!, value, `${path}${name}.`, faults);
      continue;
    }
    const known = Object.keys(properties);
    const isSecret = name.length > LONGEST_NAME || LIKE_SECRET.test(name);
    const message = isSecret
      ? `there is no field of the name given, which has ${name.length} characters`
      : `there is no field ${quoteGiven(name)}${didYouMean(name, known)}`;
    faults.push({ field: path + (isSecret ? '…' : name), message, allowed: known });
  }
}

const jsonOf = (schema: FieldSchema): FieldSchema =>
  schema.content?.['application/json']?.schema ?? schema;

/** The refusal that names the unknown fields of the query and of `body`; undefined without any. */
export function refuseUnknownFields(
  { routeOptions, query }: FastifyRequest,
  body: unknown,
): Refusal | undefined {
  const { querystring, body: bodySchema } = routeOptions.schema ?? {};
  const faults: FieldFault[] = [];
  addFaults((querystring ?? NO_FIELDS) as FieldSchema, query, '', faults);
  addFaults(jsonOf((bodySchema ?? NO_FIELDS) as FieldSchema), body, '', faults);
  if (faults.length === 0) return undefined;
  const detail = faults.map(({ message }) => message).join('; ');
  return new Refusal('field_unknown', detail, { faults });
}
