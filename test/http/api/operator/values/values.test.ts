import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { assertRefused } from '../../../request/assert-refused.ts';
import { OperatorWorld, type Sent } from '../operator-world.ts';

const world = await OperatorWorld.open({ after });
await world.define('dehrprice');

const csv = (bytes: string): Sent => ({ raw: { type: 'text/csv', bytes } });
const ndjson = (bytes: string): Sent => ({ raw: { type: 'application/x-ndjson', bytes } });

const COMMA = 'semicolons between fields and a decimal comma';

describe('values of a series', () => {
  const T0 = '2024-05-17T00:00:00Z';
  const T1 = '2024-05-17T01:00:00Z';
  const forms: readonly (readonly [string, Sent])[] = [
    [
      'a list of times and values',
      {
        body: {
          values: [
            { time: T1, value: null },
            { time: '2024-05-17T02:00+02:00', value: 61.5 },
          ],
        },
      },
    ],
    ['values from a start on', { body: { start: T0, resolution: 'Hourly', values: [61.5, null] } }],
    [
      'milliseconds as times',
      {
        body: {
          values: [
            { time: Date.parse(T0), value: 61.5 },
            { time: Date.parse(T1), value: null },
          ],
        },
      },
    ],
    ['market time', { body: { start: '2024-05-17T02:00', values: [61.5, null] } }],
    ['CSV', csv(`time,value\n${T0},61.5\n${T1},\n`)],
    ['CSV with the columns swapped', csv(`value;time\n61,5;${T0}\n;${T1}\n`)],
    ['NDJSON', ndjson(`{"time":"${T0}","value":61.5}\n{"value":null,"time":"${T1}"}\n`)],
  ];
  for (const [i, [name, sent]] of forms.entries()) {
    it(`values are accepted as ${name}, and are the same when they are sent again`, async () => {
      const code = `form${i}`;
      await world.define(code);
      const answer = await world.ask('POST', `/series/${code}/values`, sent);
      const { dialect, ...first } = answer;
      const shown = name === 'CSV with the columns swapped' ? COMMA : undefined;
      assert.equal(dialect, shown);
      assert.deepEqual(Object.keys(first), ['entry', 'new', 'changed', 'same', 'held', 'repeated']);
      assert.equal(first.new, 1);
      assert.deepEqual(await world.values(code), { [T0]: 61.5 });
      const again = await world.ask('POST', `/series/${code}/values`, sent);
      const { entry, dialect: _, ...counts } = again;
      assert.deepEqual(counts, { new: 0, changed: 0, same: 2, held: 0, repeated: 0 });
      assert.equal(entry, first.entry + 1);
    });
  }

  it('a value that differs is changed, and null removes it', async () => {
    await world.define('changed');
    await world.ask('POST', '/series/changed/values', { body: { start: T0, values: [1, 2, 3] } });
    const {
      new: added,
      changed,
      same,
    } = await world.ask('POST', '/series/changed/values', {
      body: { start: T0, values: [1, 5, null, 4] },
    });
    assert.deepEqual([added, changed, same], [1, 2, 1]);
    assert.deepEqual(Object.values(await world.values('changed')), [1, 5, null, 4]);
  });

  it('the values of a long autumn day are read in the order of the clock', async () => {
    await world.define('autumn');
    const rows = ['2024-10-27T02:00,1', '2024-10-27T02:00,2', '2024-10-27T03:00,3'];
    await world.ask('POST', '/series/autumn/values', csv(`time,value\n${rows.join('\n')}\n`));
    assert.deepEqual(await world.values('autumn'), {
      '2024-10-27T00:00:00Z': 1,
      '2024-10-27T01:00:00Z': 2,
      '2024-10-27T02:00:00Z': 3,
    });
  });

  it('a value outside the rule is held, and written when it is accepted', async () => {
    await world.define('ruled');
    await world.ask('PUT', '/series/ruled/rule', { body: { minimum: 0, maximum: 100 } });
    const written = await world.ask('POST', '/series/ruled/values', {
      body: { start: T0, values: [50, 1000, -7] },
    });
    assert.deepEqual([written.new, written.held], [1, 2]);
    const held = await world.ask('GET', '/held?series=ruled');
    assert.deepEqual(
      held.map(({ time, value, entry }: Record<string, unknown>) => [time, value, entry]),
      [
        [T1, 1000, written.entry],
        ['2024-05-17T02:00:00Z', -7, written.entry],
      ],
    );
    const accepted = await world.ask('POST', '/held/accept', {
      body: { series: 'RULED', from: T1, to: T1 },
    });
    assert.deepEqual([accepted.accepted, accepted.new], [1, 1]);
    const rejected = await world.ask('POST', '/held/reject', {
      body: { series: 'ruled', all: true },
    });
    assert.equal(rejected.rejected, 1);
    assert.deepEqual(Object.values(await world.values('ruled')), [50, 1000]);
    assert.deepEqual(await world.ask('GET', '/held?series=ruled'), []);
    const { points } = await world.ask('GET', `/imports/${written.entry}`);
    assert.deepEqual(points, { new: 1, changed: 0, same: 0, held: 2 });
  });

  it('values are undone by the number of their entry', async () => {
    await world.define('undone');
    await world.ask('POST', '/series/undone/values', { body: { start: T0, values: [1, 2] } });
    const { entry } = await world.ask('POST', '/series/undone/values', {
      body: { start: T0, values: [7, 8] },
    });
    const undo = await world.ask('POST', `/imports/${entry}/undo`);
    assert.deepEqual([undo.undoes, undo.points, undo.kept], [entry, 2, 0]);
    assert.deepEqual(Object.values(await world.values('undone')), [1, 2]);
    const twice = await world.send('POST', `/imports/${entry}/undo`);
    assert.match(assertRefused(twice, 409, 'undo_impossible').detail, /taken back already/);
    assert.equal((await world.ask('GET', `/imports/${entry}`)).undoneBy, undo.entry);
  });
});
