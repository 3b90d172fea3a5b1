// Examples built from schemas, and answers laid out line by line.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { describeType, exampleOf } from '#explorer/pages/reference/example-of-schema.ts';
import { firstLines, indentJson } from '#explorer/pages/reference/indent-json.ts';
import type { OpenApiDocument, Schema } from '#explorer/pages/reference/openapi-document.ts';

const document: OpenApiDocument = {
  info: { title: 'Test', version: '1' },
  paths: {},
  components: {
    schemas: {
      Unit: { type: 'string', examples: ['EUR/MWh'] },
      'a/b': { $ref: '#/components/schemas/Unit' },
      Tree: {
        type: 'object',
        properties: { name: { type: 'string' }, child: { $ref: '#/components/schemas/Tree' } },
      },
    },
  },
};

const example = (schema: Schema): unknown => exampleOf(schema, document);
const type = (schema: Schema): string => describeType(schema, document);

describe('an example of a schema', () => {
  it('the example of a schema is its own if it has one', () => {
    assert.deepEqual(example({ type: 'object', examples: [{ a: 1 }], properties: {} }), { a: 1 });
    assert.equal(example({ type: 'string', default: 'hour' }), 'hour');
    assert.equal(example({ enum: ['json', 'csv'] }), 'json');
    assert.equal(example({ const: 0 }), 0);
    assert.equal(example({ examples: [null] }), null);
  });

  it('an example is built from properties, items and records', () => {
    const schema: Schema = {
      type: 'object',
      properties: {
        list: { type: 'array', items: { type: 'integer' } },
        free: { type: 'object', additionalProperties: { type: 'boolean' } },
        keyed: { type: 'object', patternProperties: { '^.*$': { type: 'number' } } },
        nothing: {},
      },
    };
    assert.deepEqual(example(schema), {
      list: [1],
      free: { '…': true },
      keyed: { '…': 61.5 },
      nothing: null,
    });
  });

  it('an example prefers a choice that is not null', () => {
    assert.equal(example({ anyOf: [{ type: 'null' }, { type: 'string', examples: ['x'] }] }), 'x');
    assert.equal(example({ oneOf: [{ type: 'null' }] }), null);
    assert.equal(example({ type: ['null', 'integer'] }), 1);
  });

  it('an example follows references and joins parts', () => {
    assert.equal(example({ $ref: '#/components/schemas/a~1b' }), 'EUR/MWh');
    const parts: Schema[] = [
      { properties: { a: { const: 1 } } },
      { properties: { b: { $ref: '#/components/schemas/Unit' } } },
    ];
    assert.deepEqual(example({ allOf: parts }), { a: 1, b: 'EUR/MWh' });
    assert.equal(example({ $ref: '#/components/schemas/Missing' }), null);
  });

  it('the example of a schema that contains itself ends', () => {
    assert.match(JSON.stringify(example({ $ref: '#/components/schemas/Tree' })), /"child":null/);
    assert.equal(
      type({ type: 'array', items: { $ref: '#/components/schemas/Tree' } }),
      'list of object',
    );
  });

  it('a schema has a type that people can read', () => {
    assert.equal(type({ anyOf: [{ type: 'number' }, { type: 'null' }] }), 'number or null');
    assert.equal(type({ type: ['string', 'null'] }), 'string or null');
    assert.equal(type({ type: 'array', items: { type: 'string' } }), 'list of string');
    assert.equal(type({ $ref: '#/components/schemas/Unit' }), 'string');
    assert.equal(type({}), 'any');
  });
});

describe('an answer laid out', () => {
  it('an answer is laid out as JSON with two blanks a level, whatever the JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        const lines = JSON.stringify(value, null, 2);
        assert.equal(indentJson(text, 10_000), lines);
        assert.equal(indentJson(lines, 10_000), lines);
      }),
    );
  });

  it('a laid out answer can end anywhere, and then says that more follows', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.nat(200),
        fc.integer({ min: 1, max: 9 }),
        (value, cut, most) => {
          const shown = indentJson(JSON.stringify(value).slice(0, cut), most).split('\n');
          assert.ok(shown.length <= most + 1);
          if (shown.length > most) assert.equal(shown.at(-1), '…');
        },
      ),
    );
    assert.equal(indentJson('{"a":[1,2', 2), '{\n  "a": [\n…');
  });

  it('the first lines of other texts are shown as they are', () => {
    assert.equal(firstLines('time,value\na,1\nb,2', 2), 'time,value\na,1\n…');
    assert.equal(firstLines('one', 2), 'one');
  });
});
