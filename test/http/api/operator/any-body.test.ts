// Any JSON body to every write of the operator interface: no answer is a 5xx.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { rounds } from '../../../../harness/rounds.ts';
import { OperatorWorld } from './operator-world.ts';

const world = await OperatorWorld.open({ after });
await world.define('dehrprice');

describe('any body', () => {
  it('no body makes the server fail', async () => {
    const paths = [
      ['PUT', '/series/fuzzed'],
      ['POST', '/series/dehrprice/values'],
      ['POST', '/series/dehrprice/runs'],
      ['PUT', '/series/dehrprice/rule'],
      ['POST', '/held/accept'],
      ['POST', '/imports/999999/undo'],
      ['POST', '/users'],
      ['PUT', '/users/anna'],
      ['POST', '/users/anna/keys'],
      ['PUT', '/plans/fuzzed'],
    ] as const;
    const names = fc.constantFrom(
      ...['values', 'start', 'time', 'value', 'resolution', 'analyzedTime', 'updateTime', 'source'],
      ...['bands', 'level', 'lower', 'upper', 'description', 'unit', 'area', 'category', 'series'],
      ...['minimum', 'maximum', 'largestStep', 'from', 'to', 'all', 'name', 'plan', 'operator'],
    );
    const { body } = fc.letrec((tie) => ({
      body: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom('2024-05-17T00:00Z', 'hour', 'dehrprice', '', '\u0000', 80, 1e308, -0),
        fc.jsonValue({ maxDepth: 1 }),
        fc.array(tie('body'), { maxLength: 4 }),
        fc.dictionary(names, tie('body'), { maxKeys: 8 }),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), body, async ([method, path], sent) => {
        // Anna, whose key this test uses, must not be changed.
        if (path === '/users/anna' && isChange(sent)) return;
        const { status, text } = await world.send(method, path, { body: sent });
        assert.ok(status < 500, text);
      }),
      { numRuns: rounds(400) },
    );
  });
});

const isChange = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && ('plan' in body || 'disabled' in body);
