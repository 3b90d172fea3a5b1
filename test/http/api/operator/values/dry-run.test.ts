// A dry run of a write: the same counts, and nothing written.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { assertRefused } from '../../../request/assert-refused.ts';
import { OperatorWorld } from '../operator-world.ts';

const world = await OperatorWorld.open({ after });
await world.define('dehrprice');
await world.ask('PUT', '/series/dehrprice/rule', { body: { maximum: 100 } });
const VALUES = '/series/dehrprice/values';
const start = '2024-05-17T00:00Z';
const { entry } = await world.ask('POST', VALUES, { body: { start, values: [1, 2, 3] } });

/** Everything that a write would change. */
const record = async () => ({
  values: await world.values('dehrprice'),
  audit: await world.ask('GET', '/audit'),
  held: await world.ask('GET', '/held'),
  series: await world.ask('GET', '/series/dehrprice'),
});

describe('a dry run', () => {
  it('a dry run of values answers the counts of the write, and writes nothing', async () => {
    const before = await record();
    const body = { start, values: [1, 20, 3, 4, 999] };
    const tried = await world.ask('POST', `${VALUES}?dryRun=true`, { body });
    assert.deepEqual(tried, {
      ...{ entry: null, new: 1, changed: 1, same: 2, held: 1, repeated: 0 },
      dryRun: true,
      first: [1, 20, 3, 4, 999].map((value, hour) => ({
        time: `2024-05-17T0${hour}:00:00Z`,
        value,
      })),
    });
    assert.deepEqual(await record(), before);
  });

  it('a dry run of rows in a file writes nothing either', async () => {
    const before = await record();
    const raw = { type: 'text/csv', bytes: 'time,value\n2024-05-17T00:00Z,5\n' };
    const tried = await world.ask('POST', `${VALUES}?dryRun=true`, { raw });
    assert.deepEqual([tried.changed, tried.dryRun], [1, true]);
    assert.deepEqual(await record(), before);
  });

  it('a dry run of a CSV says what was found out about its numbers', async () => {
    const bytes = 'time;value\n2024-05-17T00:00Z;5\n2024-05-17T01:00Z;6,5\n';
    const raw = { type: 'text/csv', bytes };
    const tried = await world.ask('POST', `${VALUES}?dryRun=true`, { raw });
    assert.equal(tried.dialect, 'semicolons between fields and a decimal comma');
    assert.equal(tried.first[1].value, 6.5);
    const both = { type: 'text/csv', bytes: `${bytes}2024-05-17T02:00Z;1.234\n` };
    const refused = await world.send('POST', `${VALUES}?dryRun=true`, {
      raw: both,
    });
    const { errors } = assertRefused(refused, 400, 'field_invalid');
    assert.match(errors![0]!.message, /^line 4: "1\.234" has a point, but line 3 a comma/);
  });

  it('a dry run of an undo says what would be taken back, and takes nothing back', async () => {
    const before = await record();
    const tried = await world.ask('POST', `/imports/${entry}/undo?dryRun=true`);
    assert.deepEqual(tried, {
      ...{ entry: null, undoes: entry, points: 3, runs: 0, definitions: 0, kept: 0 },
      dryRun: true,
    });
    assert.deepEqual(await record(), before);
  });

  it('a write after a dry run under the same Idempotency-Key is done', async () => {
    const sent = { body: { start, values: [7] }, once: 'first-try' };
    await world.ask('POST', `${VALUES}?dryRun=true`, sent);
    const written = await world.ask('POST', VALUES, sent);
    assert.equal(typeof written.entry, 'number');
    assert.ok(!('dryRun' in written));
    assert.equal((await world.values('dehrprice'))['2024-05-17T00:00:00Z'], 7);
  });

  it('dryRun=false writes, and another word is refused', async () => {
    const body = { start, values: [8] };
    assert.ok((await world.ask('POST', `${VALUES}?dryRun=false`, { body })).entry > 0);
    for (const query of ['dryRun=maybe', 'dryRun=true&dryRun=true']) {
      const answer = await world.send('POST', `${VALUES}?${query}`, { body });
      assert.equal(assertRefused(answer, 400, 'field_invalid').errors![0]!.field, 'dryRun');
    }
  });
});
