import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { World } from '../../../../../harness/world/world.ts';
import { allowedOf, assertRefused } from '../../../request/assert-refused.ts';

const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });

/** The documents' order. */
const CODES =
  'DE AT CH FR ES PT IT UK PL CZ NL BE SK SI RO HU HR FI NC SE1 SE2 SE3 SE4 NO1 NO2 NO3 NO4 NO5 EE LV LT GB RU DK1 DK2'.split(
    ' ',
  );

interface Area {
  readonly code: string;
  readonly description: string;
}

for (const path of ['areas', 'short-term/areas'].map(
  (tail) => `/api/v1/power-balance-forecast/${tail}`,
)) {
  describe(`GET ${path}`, () => {
    it(`${path} lists the 35 codes in the documents’ order, then four once more`, async () => {
      const { status, headers, body } = await world.get(path, null);
      assert.equal(status, 200);
      assert.equal(headers['content-type'], 'application/json; charset=utf-8');
      assert.equal(body.length, 39);
      assert.deepEqual(
        body.map(({ code }: Area) => code),
        [...CODES, 'DE', 'PL', 'NL', 'BE'],
      );
      for (const area of body) {
        assert.deepEqual(Object.keys(area), ['code', 'description']);
        assert.notEqual(area.description, '');
      }
    });

    it(`${path} describes the repeats as neighbours of the Nordic model`, async () => {
      const { body } = await world.get(path, null);
      for (const { description } of body.slice(35)) assert.match(description, /Nordic model/);
      for (const { description } of body.slice(0, 35)) assert.doesNotMatch(description, /model/);
      const nordic = body.find(({ code }: Area) => code === 'NC');
      assert.equal(nordic.description, 'Nordic countries');
    });

    for (const flag of ['true', 'TRUE']) {
      it(`${path} leaves the repeats out with distinct=${flag}`, async () => {
        const { body } = await world.get(`${path}?distinct=${flag}`, null);
        assert.deepEqual(
          body.map(({ code }: Area) => code),
          CODES,
        );
      });
    }

    for (const flag of ['false', '']) {
      it(`${path} keeps the repeats with distinct=${flag}`, async () => {
        assert.equal((await world.get(`${path}?distinct=${flag}`, null)).body.length, 39);
      });
    }

    it(`${path} refuses another value of distinct`, async () => {
      const problem = assertRefused(
        await world.get(`${path}?distinct=1`, null),
        400,
        'field_invalid',
      );
      assert.deepEqual(allowedOf(problem), { distinct: ['true', 'false'] });
    });

    for (const authorization of ['Bearer broken', 'Bearer', 'Basic dTpw', '\u00ff\u00fe', '']) {
      it(`${path} needs no token, not even with the header "${authorization}"`, async () => {
        const { status, body } = await world.get(path, null, { authorization });
        assert.equal(status, 200);
        assert.equal(body.length, 39);
      });
    }

    it(`${path} counts against no limit`, async () => {
      const { headers } = await world.get(path);
      assert.equal(headers.ratelimit, undefined);
    });

    it(`${path} is not sent again to a client that has it`, async () => {
      const { headers } = await world.get(path, null);
      const again = await world.get(path, null, { 'if-none-match': String(headers.etag) });
      assert.deepEqual([again.status, again.text], [304, '']);
      const other = { 'if-none-match': String(headers.etag) };
      assert.equal((await world.get(`${path}?distinct=true`, null, other)).status, 200);
    });
  });
}
