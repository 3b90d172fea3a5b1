// Whether a value has the types of a schema, beside Ajv as the reference: on schemas of any shape that ours have,
// and on those of every route.

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { TypeFaults, type TypeSchema } from '#http/request/type-faults';
import { operationsOf } from '../../../harness/http/openapi-document.ts';
import { rounds } from '../../../harness/rounds.ts';
import { World } from '../../../harness/world/world.ts';

/** What the services check, after the token: values, not types. */
const NOT_TYPES = [
  ...['required', 'enum', 'const', 'pattern', 'format', 'minLength', 'maxLength'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minItems', 'maxItems', 'uniqueItems', 'contains'],
  ...['additionalProperties', 'minProperties', 'maxProperties', 'propertyNames'],
];
const ajv = new Ajv({ strict: false });
for (const keyword of NOT_TYPES) ajv.removeKeyword(keyword);

const NAMES = ['a', 'b', 'Token'];
const leaf = fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'array', 'object');
const { schema: anySchema } = fc.letrec<{ schema: TypeSchema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf.map((type) => ({ type })),
    fc.uniqueArray(leaf, { minLength: 1, maxLength: 3 }).map((type) => ({ type })),
    fc.constant({}),
    fc.record({ type: fc.constant('array'), items: tie('schema') }),
    fc.record({
      type: fc.constant('object'),
      properties: fc.dictionary(fc.constantFrom(...NAMES), tie('schema')),
    }),
    fc.record({
      type: fc.constant('object'),
      patternProperties: tie('schema').map((schema) => ({ '^.*$': schema })),
    }),
    fc.uniqueArray(leaf, { minLength: 1, maxLength: 3 }).map((types) => ({
      anyOf: types.map((type) => ({ type })),
    })),
  ),
}));
const anyValue = fc
  .jsonValue({ maxDepth: 3 })
  .chain((value) =>
    fc.constantFrom(
      value,
      [value],
      { a: value },
      { a: [value, value], Token: 1 },
      { b: { a: value } },
    ),
  );

const isAccepted = (schema: TypeSchema, value: unknown): boolean =>
  new TypeFaults().find(schema, value).count === 0;

/** Every schema in a schema, itself included. */
const within = (schema: TypeSchema): TypeSchema[] => [
  schema,
  ...[
    ...Object.values(schema.properties ?? {}),
    ...Object.values(schema.patternProperties ?? {}),
    ...(schema.items ? [schema.items] : []),
    ...(schema.anyOf ?? []),
  ].flatMap(within),
];

async function bodiesOfRoutes(t: TestContext): Promise<TypeSchema[]> {
  const now = '2024-05-17T10:00:00Z';
  const world = await World.open({ after: (end) => t.after(end) }, { now });
  const { body } = await world.get('/openapi.json', null);
  return operationsOf(body).flatMap(({ operation }) =>
    Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => schema as TypeSchema),
  );
}

describe('the types of a value', () => {
  it('any value is accepted if and only if Ajv accepts it', () => {
    fc.assert(
      fc.property(anySchema, anyValue, (schema, value) => {
        const faults = new TypeFaults().find(schema, value);
        assert.equal(faults.count === 0, ajv.validate(schema, value));
        assert.equal(faults.named.length + faults.unnamed, faults.count);
      }),
      { numRuns: rounds(2_000) },
    );
  });

  it('any value in a body of any route is accepted if and only if Ajv accepts it', async (t) => {
    const schemas = await bodiesOfRoutes(t);
    assert.ok(schemas.length > 40, `${schemas.length} bodies`);
    for (const schema of schemas) {
      const check = ajv.compile(schema);
      const names = Object.keys(schema.properties ?? {});
      const inside = fc.dictionary(fc.constantFrom('a', ...names), anyValue);
      const value = fc.oneof(
        anyValue,
        inside,
        inside.map((one) => [one]),
      );
      fc.assert(
        fc.property(value, (one) => assert.equal(isAccepted(schema, one), check(one))),
        { numRuns: rounds(200) },
      );
    }
  });

  it('no body of a route has two shapes of one type to choose from', async (t) => {
    for (const { anyOf = [] } of (await bodiesOfRoutes(t)).flatMap(within)) {
      const types = anyOf.map(({ type }) => type);
      assert.equal(new Set(types).size, types.length, `${types}`);
    }
  });

  it('a union that nothing fits names all its types', () => {
    const schema = { properties: { max: { anyOf: [{ type: 'number' }, { type: 'null' }] } } };
    const { named } = new TypeFaults().find(schema, { max: 'high' });
    assert.deepEqual(named, [{ field: 'max', message: 'must be a number or null, not string' }]);
  });
});
