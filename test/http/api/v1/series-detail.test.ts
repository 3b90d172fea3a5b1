// Counts, kinds and complete periods of GET /api/v1/series/{seriesId}.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { EXPORT_FORMATS } from '#exporters/export-formats';
import { skipUnlessLong } from '../../../../harness/rounds.ts';
import { sequence, World } from '../../../../harness/world/world.ts';
import { READERS } from '../../../exporters/read-back.ts';
import { allowedOf, assertRefused } from '../../request/assert-refused.ts';

const world = await World.open({ after }, { now: '2026-11-16T09:30:00Z' });
/** Wednesday 4 November 2026 in Berlin, up to the tenth hour of Monday the 16th. */
const FIRST = '2026-11-03T23:00:00Z';
await world.load({
  code: 'dehrwind',
  from: FIRST,
  values: sequence(298, (i) => (i === 150 ? null : i + 0.25)),
});
await world.load({ code: 'dehrprice', from: FIRST, values: sequence(298, (i) => i / 100) });
await world.loadRun('dehrprice', '2026-11-16T06:00:00Z', '2026-11-16T08:00:00Z', sequence(72));
await world.load({ code: 'deempty' });
await world.load({
  code: 'degappy',
  from: FIRST,
  values: sequence(2500, (i) => (i % 2 === 0 ? i : null)),
});
/** Long enough for a thread, and for files that are streamed. */
await world.load({
  code: 'delong',
  resolution: 'quarterhour',
  from: '2024-12-31T23:00:00Z',
  values: sequence(30_000, (i) => (i % 1000 === 7 ? null : i)),
});

const ask = (query: string) => world.get(`/api/v1/series/${query}`, 'trader');
const rowsOf = async (query: string) => {
  const { status, body, text } = await ask(query);
  assert.equal(status, 200, text);
  return body;
};

describe('counts of GET /api/v1/series/{seriesId}', () => {
  it('a running week says 10 of 168 hours, and the head lists the weeks that are not complete', async () => {
    const { data, ...head } = await rowsOf('dehrwind?resolution=week&counts=true');
    assert.deepEqual(
      data.map(({ count, expected }: { count: number; expected: number }) => [count, expected]),
      [
        [120, 168],
        [167, 168],
        [10, 168],
      ],
    );
    assert.equal(head.incompleteCount, 3);
    assert.deepEqual(head.incomplete[2], {
      time: '2026-11-15T23:00:00Z',
      count: 10,
      expected: 168,
    });
    assert.equal('decimals' in head, false);
    assert.equal('threshold' in head, false);
  });

  it('a peak that has begun says 1 of 11 hours', async () => {
    const { data } = await rowsOf('dehrwind?from=today&to=today&resolution=peak&counts=true');
    assert.deepEqual(data[0], { ...data[0], count: 1, expected: 11 });
  });

  it('values as stored are 1 of 1, and a gap is 0 of 1', async () => {
    const query = 'dehrwind?from=2026-11-10T05:00&to=2026-11-10T07:00&counts=true';
    const { data, incomplete } = await rowsOf(query);
    assert.deepEqual(
      data.map(({ value, count, expected }: Record<string, unknown>) => [value, count, expected]),
      [
        [149.25, 1, 1],
        [null, 0, 1],
        [151.25, 1, 1],
      ],
    );
    assert.deepEqual(incomplete, [{ time: '2026-11-10T05:00:00Z', count: 0, expected: 1 }]);
  });

  it('columns have counts and expected as arrays', async () => {
    const { times, values, counts, expected } = await rowsOf(
      'dehrwind?resolution=day&from=2026-11-09&to=2026-11-11&counts=true&format=columns',
    );
    assert.deepEqual([times.length, values.length], [3, 3]);
    assert.deepEqual(
      [counts, expected],
      [
        [24, 23, 24],
        [24, 24, 24],
      ],
    );
  });

  it('a series without values has none of it', async () => {
    const { data, incompleteCount, incomplete } = await rowsOf('deempty?counts=true&kinds=true');
    assert.deepEqual([data, incompleteCount, incomplete], [[], 0, []]);
    const { text } = await ask('deempty?counts=true&kinds=true&format=csv');
    assert.equal(text, 'time,value,count,expected,kind,run\n');
  });

  it('a head lists a thousand gaps at most, and counts all of them', async () => {
    const { incompleteCount, incomplete, counts } = await rowsOf(
      'degappy?counts=true&format=columns',
    );
    assert.equal(counts.length, 2499);
    assert.equal(incompleteCount, 1249);
    assert.equal(incomplete.length, 1000);
  });
});

describe('complete periods of GET /api/v1/series/{seriesId}', () => {
  const valuesOf = async (query: string) =>
    (await rowsOf(`dehrwind?resolution=week&format=columns&${query}`)).values;

  it('complete=true and threshold=1 make null of what is short, with the same values', async () => {
    assert.deepEqual(await valuesOf('complete=true'), [null, null, null]);
    assert.deepEqual(await valuesOf('threshold=1'), [null, null, null]);
    assert.deepEqual(await valuesOf('threshold=1.0'), [null, null, null]);
  });

  it('a threshold keeps what reaches it', async () => {
    const all = await valuesOf('');
    assert.deepEqual(await valuesOf('threshold=0.9'), [null, all[1], null]);
    assert.deepEqual(await valuesOf('threshold=.5'), [all[0], all[1], null]);
    assert.deepEqual(await valuesOf('threshold=0.0595'), all);
    assert.deepEqual(await valuesOf('threshold='), all);
  });

  it('the head says the threshold and what is not complete, also if it is kept', async () => {
    const head = await rowsOf('dehrwind?resolution=week&threshold=0.5');
    assert.equal(head.threshold, 0.5);
    assert.equal(head.incompleteCount, 3);
    assert.equal(head.decimals, undefined);
    assert.deepEqual(Object.keys(head.data[0]), ['time', 'value']);
  });

  it('a CSV of complete periods has an empty value for the others', async () => {
    const { text } = await ask('dehrwind?resolution=week&complete=true&format=csv');
    assert.match(text, /^time,value\n(\S+Z,\n){3}$/);
  });
});

describe('kinds of GET /api/v1/series/{seriesId}', () => {
  it('an observed hour, and a forecast one with its run', async () => {
    const { decimals: stored } = await rowsOf('dehrwind?kinds=true&resolution=week');
    assert.equal(stored, 2);
    const query = 'dehrprice?from=2026-11-16T10:00&to=2026-11-16T11:00&kinds=true';
    const { data, decimals } = await rowsOf(query);
    assert.deepEqual(
      data.map(({ kind, run }: Record<string, unknown>) => [kind, run]),
      [
        ['forecast', '2026-11-16T06:00:00Z'],
        ['forecast', '2026-11-16T06:00:00Z'],
      ],
    );
    assert.equal(decimals, 0);
  });

  it('a running day is mixed, and columns have each change of kind once', async () => {
    const { origins } = await rowsOf(
      'dehrprice?from=2026-11-14&to=2026-11-18&resolution=day&kinds=true&format=columns',
    );
    assert.deepEqual(origins, [
      { first: 0, kind: 'observed', run: null },
      { first: 2, kind: 'mixed', run: '2026-11-16T06:00:00Z' },
      { first: 3, kind: 'forecast', run: '2026-11-16T06:00:00Z' },
    ]);
  });

  it('a period with forecast hours is complete if no hour is missing', async () => {
    const { data } = await rowsOf('dehrprice?from=today&to=today&resolution=day&counts=true');
    assert.deepEqual([data[0].count, data[0].expected], [24, 24]);
  });
});

for (const { name } of EXPORT_FORMATS) {
  describe(`counts and kinds as ${name}`, () => {
    for (const query of [
      'dehrprice?resolution=day&counts=true&kinds=true',
      'dehrwind?resolution=week&counts=true',
      'dehrprice?from=2026-11-16&kinds=true',
      'delong?counts=true&kinds=true&from=2025-01-01&to=2025-04-30',
      'delong?resolution=hour&counts=true&complete=true',
    ]) {
      // The last query is as long, and every format answers it.
      const skip = name !== 'csv' && query.includes('to=2025-04-30') && skipUnlessLong();
      it(`${query} as ${name} has the rows of JSON`, { skip }, async () => {
        const json = await rowsOf(query);
        const authorization = `Bearer ${await world.token()}`;
        const url = `/api/v1/series/${query}&format=${name}`;
        const { rawPayload } = await world.app.inject({ url, headers: { authorization } });
        assert.deepEqual(await READERS[name](rawPayload), json.data);
      });
    }
  });
}

describe('what is asked of points, and its refusals', () => {
  for (const [query, field, allowed] of [
    ['counts=yes', 'counts', ['true', 'false']],
    ['kinds=1', 'kinds', ['true', 'false']],
    ['complete=no', 'complete', ['true', 'false']],
    ['threshold=0', 'threshold', ['more than 0, at most 1']],
    ['threshold=1.01', 'threshold', ['more than 0, at most 1']],
    ['threshold=-0.5', 'threshold', ['more than 0, at most 1']],
    ['threshold=1e-3', 'threshold', ['more than 0, at most 1']],
    ['threshold=NaN', 'threshold', ['more than 0, at most 1']],
    ['threshold=90%25', 'threshold', ['more than 0, at most 1']],
    ['threshold=0,9', 'threshold', ['more than 0, at most 1']],
  ] as const) {
    it(`${query} is refused, naming ${field} and what is allowed`, async () => {
      const problem = assertRefused(await ask(`dehrwind?${query}`), 400, 'field_invalid');
      assert.deepEqual(
        problem.errors.map((fault) => fault.field),
        [field],
      );
      assert.deepEqual(allowedOf(problem), { [field]: allowed });
    });
  }

  it('complete and threshold together are refused, naming both', async () => {
    const query = 'dehrwind?complete=true&threshold=0.9';
    const { errors, detail } = assertRefused(await ask(query), 400, 'field_invalid');
    assert.deepEqual(
      errors.map((fault) => fault.field),
      ['complete', 'threshold'],
    );
    assert.match(detail, /complete and threshold are both given/);
    assert.equal((await ask('dehrwind?complete=false&threshold=0.9')).status, 200);
  });

  it('a refusal names these fields beside the others', async () => {
    const query = 'dehrwind?from=todya&counts=x&threshold=2';
    const { errors } = assertRefused(await ask(query), 400, 'field_invalid');
    assert.deepEqual(
      errors.map(({ field }) => field),
      ['counts', 'threshold', 'from'],
    );
  });

  it('each way of asking has a tag of its own, and asking for nothing has the tag of before', async () => {
    const tagOf = async (query: string) => (await ask(`dehrwind?${query}`)).headers.etag;
    const asked = ['', 'counts=true', 'kinds=true', 'complete=true', 'threshold=0.9'];
    const tags = await Promise.all(asked.map(tagOf));
    assert.equal(new Set(tags).size, asked.length);
    assert.equal(await tagOf('counts=false&kinds=false&complete=false&threshold='), tags[0]);
    assert.equal(await tagOf('threshold=1'), tags[3]);
  });

  it('an answer without these fields says nothing of its points', async () => {
    const document = await rowsOf('dehrwind?resolution=week');
    assert.deepEqual(Object.keys(document.data[0]), ['time', 'value']);
    const columns = await rowsOf('dehrwind?resolution=week&format=columns');
    assert.deepEqual(Object.keys(columns).slice(-3), ['lastObserved', 'times', 'values']);
    assert.equal(Object.keys(document).at(-2), 'lastObserved');
  });
});
