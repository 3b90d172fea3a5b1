import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { LISTED_TOOLS } from '#http/api/mcp/tools/tool-table';
import { call, openMcpWorld } from './mcp-world.ts';

const world = await openMcpWorld();

interface Listed {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: {
    properties: Record<string, { description?: string }>;
    required: string[];
  };
  readonly outputSchema: object;
  readonly annotations: Record<string, unknown>;
}
const tools = LISTED_TOOLS as readonly Listed[];

/** Calls of every tool that succeed. */
const CALLS: readonly (readonly [name: string, args: object])[] = [
  ['find_series', {}],
  [
    'find_series',
    { query: 'price', area: 'de', category: 'hrprice', resolution: 'hour', limit: 1 },
  ],
  ['describe_series', { seriesId: 'DEhrprice' }],
  ['describe_series', { seriesId: 'dedaywind', asOf: 'yesterday' }],
  ['read_series', { seriesId: 'dehrprice', from: 'today', to: 'tomorrow' }],
  ['read_series', { seriesId: 'dehrprice', from: 'today-30', resolution: 'peak' }],
  ['read_series', { seriesId: 'dehrprice', maxPoints: 10, aggregation: 'max' }],
  ['read_series', { seriesId: 'dehrprice', from: '2030', to: '2031' }],
  ['compare_series', { seriesIds: ['dehrprice', 'frhrprice'], from: 'today-7', to: 'today' }],
  ['compare_series', { seriesIds: ['dehrprice', 'dedaywind'], from: '2024-05', to: '2024-05' }],
  ['read_forecast', { seriesId: 'dehrprice' }],
  ['read_forecast', { seriesId: 'dehrprice', issueTime: 'yesterday', from: 'today', to: 'today' }],
  ['read_forecast', { seriesId: 'dehrprice', resolution: 'day' }],
  ['read_forecast', { seriesId: 'dehrprice', from: '2030', to: '2031' }],
  ['read_forecast', { seriesId: 'dehrprice', daysAhead: 1, actual: true }],
  ['read_forecast', { seriesId: 'dehrprice', hoursAhead: 20, maxPoints: 5 }],
  ['read_forecast', { seriesId: 'dehrprice', delivery: '2024-05-18T01:00', actual: true }],
  ['read_forecast', { seriesId: 'dehrprice', level: '80', quantile: '10,90' }],
  ['read_forecast', { seriesId: 'dehrprice', daysAhead: 1, level: '80', quantile: '10,90' }],
  ['accuracy', { area: 'DE', category: 'hrprice' }],
  ['what_changed', { since: '2024-05-17T08:00' }],
  ['what_changed', { seriesId: 'dehrprice', limit: 1 }],
  ['resolve_dates', {}],
  ['resolve_dates', { dates: ['today', 'last'], seriesId: 'dehrprice' }],
];

const ajv = new Ajv2020({ strict: false });

describe('the tools', () => {
  for (const { name, description, inputSchema, outputSchema, annotations } of tools) {
    it(`${name} describes itself and its arguments, says that it only reads, and knows asOf`, () => {
      assert.ok(description.length > 40 && description.length < 600, description);
      for (const [argument, schema] of Object.entries(inputSchema.properties))
        assert.ok(schema.description, argument);
      assert.ok('asOf' in inputSchema.properties);
      assert.deepEqual([annotations.readOnlyHint, annotations.destructiveHint], [true, false]);
      for (const schema of [inputSchema, outputSchema]) assert.ok(ajv.validateSchema(schema));
    });

    it(`${name} gives what its schema says, as text and as structure, in few bytes`, async () => {
      const check = ajv.compile(outputSchema);
      const calls = CALLS.filter(([tool]) => tool === name);
      assert.ok(calls.length >= 1);
      const accepts = ajv.compile(inputSchema);
      for (const [, args] of calls) {
        assert.ok(accepts(args) || name === 'find_series', JSON.stringify(accepts.errors));
        const { result } = await call(world, name, args);
        assert.notEqual(result.isError, true, result.content[0]!.text);
        const said = `${JSON.stringify(args)}: ${JSON.stringify(result.structuredContent)}`;
        assert.ok(check(result.structuredContent), `${JSON.stringify(check.errors)} ${said}`);
        assert.deepEqual(JSON.parse(result.content[0]!.text), result.structuredContent);
        assert.ok(result.content[0]!.text.length < 20_000, said);
      }
    });
  }

  it('what a model is told of the tools takes few bytes: every conversation carries it', () => {
    const told = tools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      inputSchema,
    }));
    assert.ok(JSON.stringify(told).length < 12_000, String(JSON.stringify(told).length));
    assert.ok(JSON.stringify(tools).length < 30_000, String(JSON.stringify(tools).length));
  });
});
