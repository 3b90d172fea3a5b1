// Checks the arguments of a call against the tool's schema. A refusal names every argument at fault, what was given
// and what is allowed, so that a model can mend the call itself.

import { type Refusal, refuseField } from '#core/errors';
import { FaultCollector } from '#core/fault-collector';
import { didYouMean, quoteGiven } from '#core/nearest';
import type { ToolArguments, ToolSchema } from '#http/api/mcp/tools/tool';

/** Returns the arguments; an empty text and null count as left out. */
export function checkArguments(
  { properties = {}, required = [] }: ToolSchema,
  given: unknown,
): ToolArguments {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw refuseField('type_invalid', 'arguments', `an object is needed, not ${describe(given)}`);
  const faults = new FaultCollector();
  const names = Object.keys(properties);
  const checked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    faults.check(() => {
      const schema = Object.hasOwn(properties, name) ? properties[name]! : undefined;
      if (!schema) {
        const message = `there is no argument ${quoteGiven(name)}${didYouMean(name, names)}`;
        throw refuseField('field_unknown', quoteGiven(name), message, names);
      }
      if (isLeftOut(value)) return;
      checkValue(name, schema, value);
      checked[name] = value;
    });
  }
  for (const name of required)
    faults.check(() => {
      if (Object.hasOwn(given, name) && !isLeftOut((given as ToolArguments)[name])) return;
      const { description = '', examples = [] } = properties[name]!;
      throw refuseField(
        'field_missing',
        name,
        `it is needed. ${description}`,
        examples.map(String),
      );
    });
  faults.throwIfAny();
  return checked;
}

const isLeftOut = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

function checkValue(name: string, schema: ToolSchema, value: unknown): void {
  const isRight =
    schema.type === 'integer'
      ? Number.isInteger(value)
      : schema.type === 'array'
        ? Array.isArray(value)
        : typeof value === schema.type;
  if (!isRight) throw wrong('type_invalid', name, schema, `${article(schema)} is needed`, value);
  if (typeof value === 'number' && !isWithin(schema, value))
    throw wrong('field_invalid', name, schema, 'it is out of range', value);
  const folded = String(value).trim().toLowerCase();
  if (schema.enum && !schema.enum.some((name) => name.toLowerCase() === folded))
    throw wrong(
      'field_invalid',
      name,
      schema,
      didYouMean(String(value), schema.enum).trim() || 'it is unknown',
      value,
    );
  if (Array.isArray(value)) {
    const { minItems = 0, maxItems = value.length, items } = schema;
    if (value.length < minItems || value.length > maxItems) {
      const message = `${minItems} to ${maxItems} entries are needed, not ${value.length}`;
      throw refuseField('field_invalid', name, message);
    }
    for (const [i, item] of value.entries()) checkValue(`${name}[${i}]`, items!, item);
  }
}

const isWithin = ({ minimum, maximum }: ToolSchema, value: number): boolean =>
  value >= (minimum ?? value) && value <= (maximum ?? value);

const article = ({ type }: ToolSchema): string =>
  /^[aeiou]/.test(String(type)) ? `an ${type}` : `a ${type}`;

function wrong(
  code: 'type_invalid' | 'field_invalid',
  name: string,
  { enum: names, minimum, maximum, examples }: ToolSchema,
  message: string,
  value: unknown,
): Refusal {
  const allowed =
    names ??
    (minimum !== undefined
      ? [`${minimum} to ${maximum}`]
      : examples?.map((one) => `such as ${one}`));
  return refuseField(code, name, `${message}; given: ${describe(value)}`, allowed);
}

const describe = (value: unknown): string =>
  quoteGiven(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
