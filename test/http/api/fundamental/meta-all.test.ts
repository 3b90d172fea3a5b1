import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { World } from '../../../../harness/world/world.ts';
import { assertRefused } from '../../request/assert-refused.ts';
import { loadAllResolutions, NATIVE_CASES } from './all-resolutions.ts';

const world = await World.open({ after }, { now: '2024-05-15T10:00:00.250Z' });
await loadAllResolutions(world);
for (const code of ['dehrprice', 'dehrwind', 'dedayprice', 'frhrprice', 'de_x', 'de.y']) {
  await world.load({ code, from: '2024-05-14T22:00:00Z', values: [1, 2] });
}
await world.load({ code: 'emptyseries' });

interface Entry {
  readonly Code: string;
  readonly subscribed: boolean;
}

const list = (Prefix: unknown, as?: string) =>
  world.post('/api/fundamental/meta/all', { Prefix }, as);

const codesOf = async (prefix: string): Promise<string[]> =>
  (await list(prefix)).body.map(({ Code }: Entry) => Code);

describe('POST /api/fundamental/meta/all', () => {
  it('meta/all gives each entry the documented fields in their order, then subscribed', async () => {
    const answer = await list('dehrprice');
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
    assert.deepEqual(answer.body.map(Object.entries), [
      [
        ['startdate', '2024-05-15T00:00:00'],
        ['enddate', '2024-05-15T01:00:00'],
        ['Code', 'dehrprice'],
        ['Description', 'Test series dehrprice, EUR/MWh'],
        ['Unit', 'EUR/MWh'],
        ['Resolution', 0],
        ['lastupdated', '2024-05-15T12:00:00.250'],
        ['resolution_name', 'hour'],
        ['subscribed', true],
      ],
    ]);
  });

  it('meta/all numbers and names every resolution', async () => {
    const { body } = await list('all');
    const shown = body.map((entry: { Code: string; Resolution: number; resolution_name: string }) =>
      [entry.Code, entry.Resolution, entry.resolution_name].join(' '),
    );
    assert.deepEqual(
      shown,
      NATIVE_CASES.map(({ code, number, name }) => `${code} ${number} ${name}`).sort(),
    );
  });

  it('meta/all lists the series that begin with the prefix, in order of identifier', async () => {
    assert.deepEqual(await codesOf('de'), ['de.y', 'de_x', 'dedayprice', 'dehrprice', 'dehrwind']);
    assert.deepEqual(await codesOf('dehr'), ['dehrprice', 'dehrwind']);
    assert.deepEqual(await codesOf('dehrprice'), ['dehrprice']);
  });

  it('meta/all matches the prefix without regard to case', async () => {
    assert.deepEqual(await codesOf('DeHR'), ['dehrprice', 'dehrwind']);
  });

  it('meta/all reads every character of a prefix literally', async () => {
    assert.deepEqual(await codesOf('de_'), ['de_x']);
    assert.deepEqual(await codesOf('de.'), ['de.y']);
    for (const prefix of ['%', '_', 'de%', 'de*', '*', "de'", '\\', 'é', '\u{10ffff}', 'zz']) {
      assert.deepEqual(await codesOf(prefix), [], prefix);
    }
  });

  it('meta/all lists every series for an empty prefix', async () => {
    const codes = await codesOf('');
    assert.equal(codes.length, NATIVE_CASES.length + 7);
    assert.deepEqual(codes, [...codes].sort());
  });

  it('meta/all answers [] if nothing matches', async () => {
    const answer = await list('nothing');
    assert.equal(answer.status, 200);
    assert.equal(answer.text, '[]');
  });

  it('meta/all lists series outside the plan too, and says which are subscribed', async () => {
    const { body } = await list('', 'german');
    const shown = new Map(body.map(({ Code, subscribed }: Entry) => [Code, subscribed]));
    assert.equal(shown.size, NATIVE_CASES.length + 7);
    assert.equal(shown.get('dehrprice'), true);
    assert.equal(shown.get('frhrprice'), false);
    assert.equal(shown.get('emptyseries'), false);
  });

  it('meta/all has null dates for a series without any value', async () => {
    const { body } = await list('empty');
    const [{ startdate, enddate, lastupdated }] = body;
    assert.deepEqual([startdate, enddate, lastupdated], [null, null, null]);
  });

  it('meta/all needs a prefix, which may be empty', async () => {
    const { errors } = assertRefused(await list(undefined), 400, 'field_missing');
    assert.equal(errors[0]?.field, 'Prefix');
  });

  it('meta/all carries validators that depend on prefix and plan, and never answers 304', async () => {
    const first = await list('de');
    assert.match(String(first.headers.etag), /^"[\w-]+"$/);
    assert.equal(first.headers['last-modified'], 'Wed, 15 May 2024 10:00:00 GMT');
    assert.notEqual((await list('fr')).headers.etag, first.headers.etag);
    assert.notEqual((await list('de', 'german')).headers.etag, first.headers.etag);
    const again = await world.raw({
      method: 'POST',
      url: '/api/fundamental/meta/all',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await world.token()}`,
        'if-none-match': String(first.headers.etag),
      },
      payload: JSON.stringify({ Prefix: 'de' }),
    });
    assert.equal(again.status, 200);
    assert.equal(again.text, first.text);
  });

  it('meta/all lists thousands of series, each once', async () => {
    const codes = Array.from({ length: 2_345 }, (_, i) => `many${String(i).padStart(5, '0')}`);
    await world.store.write(async (writer) => {
      for (const code of codes) {
        await writer.defineSeries({
          code,
          description: '',
          unit: 'MWh',
          resolution: 'hour',
          area: null,
          category: null,
        });
      }
    });
    assert.deepEqual(await codesOf('many'), codes);
    assert.equal((await codesOf('many0')).length, 2_345);
    assert.equal((await codesOf('many02')).length, 345);
  });
});
