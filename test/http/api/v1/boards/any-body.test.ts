// Whatever is sent as a board or a link gets a small refusal or is stored, and what is stored is answered again.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../../../../harness/any-text.ts';
import { rounds } from '../../../../../harness/rounds.ts';
import { World } from '../../../../../harness/world/world.ts';
import { makeBoard, sendAs } from './board-requests.ts';

const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });
const path = await makeBoard(world);
const { body: first } = await world.get(path);
let version: number = first.version;

const text = fc.oneof(
  anyText(),
  fc.constantFrom('', ' ', 'x', 'a\0b', '\ud800', '\u202e', '/', '/s/x', '//x', '/s/../f', 'half'),
);
const odd = fc.oneof(fc.jsonValue(), text, fc.constantFrom(0, -1, 1.5, 1e300, null, true));
const mostly = <T>(right: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 4, arbitrary: right as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: odd });
const panel = fc.record(
  {
    view: mostly(fc.constantFrom('/', '/s/dehrprice?from=today', '/compare', '/f/DE')),
    title: mostly(text),
    part: mostly(fc.constantFrom('view', 'figures')),
    width: mostly(fc.constantFrom('half', 'full')),
  },
  { requiredKeys: ['view'] },
);
const board = fc.record({
  name: mostly(fc.string({ minLength: 1, maxLength: 90 })),
  shared: mostly(fc.boolean()),
  panels: mostly(fc.array(panel, { maxLength: 3 })),
});

describe('any board', () => {
  it('any body of a change is stored as sent or refused with 400', async () => {
    let stored = 0;
    await fc.assert(
      fc.asyncProperty(board, async (sent) => {
        const answer = await sendAs(world, 'PUT', path, { ...sent, version });
        if (answer.status !== 200) {
          assert.equal(answer.status, 400, answer.text);
          assert.ok(answer.text.length < 20_000, `${answer.text.length} characters`);
          return;
        }
        stored++;
        assert.equal(answer.body.version, ++version);
        assert.equal(answer.body.name, (sent.name as string).trim());
        assert.equal(answer.body.panels.length, (sent.panels as unknown[]).length);
        assert.deepEqual((await world.get(path)).body, answer.body);
      }),
      { numRuns: rounds(200), examples: [[{ name: 'x', shared: true, panels: [{ view: '/' }] }]] },
    );
    assert.ok(stored > 0, 'some of them were stored');
  });

  it('any body of a link makes one or is refused with 400', async () => {
    await fc.assert(
      fc.asyncProperty(odd, fc.boolean(), async (days, isWhole) => {
        const answer = await sendAs(world, 'POST', `${path}/links`, isWhole ? days : { days });
        assert.ok([201, 400].includes(answer.status), answer.text);
      }),
      { numRuns: rounds(60) },
    );
  });
});
