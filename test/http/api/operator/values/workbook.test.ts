// Values of a series in an Excel workbook: read as the importers do, compared and written.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { makeXlsx, type XlsxCell, zipOf } from '../../../../importers/tables/xlsx/made-workbook.ts';
import { assertRefused } from '../../../request/assert-refused.ts';
import { OperatorWorld } from '../operator-world.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const world = await OperatorWorld.open({ after });
await world.define('dehrprice');
const VALUES = '/series/dehrprice/values';

/** Days since 1900 of 27 October 2024, when the clock is set back. */
const CLOCK_CHANGE = 45_592;

const send = (bytes: Uint8Array, query = '', once?: string) =>
  world.send('POST', `${VALUES}${query}`, {
    raw: { type: XLSX, bytes: Buffer.from(bytes) },
    ...(once === undefined ? {} : { once }),
  });

describe('values in a workbook', () => {
  it('a workbook is compared first, with its first values as they were read', async () => {
    const hours = [0, 1, 4].map((hour) => ({ days: CLOCK_CHANGE + hour / 24 }));
    const rows: XlsxCell[][] = [
      ['time', 'value'],
      [hours[0]!, 61.5],
      [hours[1]!, null],
      [hours[2]!, -7.25],
    ];
    const bytes = await makeXlsx(rows);
    const tried = await send(bytes, '?dryRun=true');
    assert.deepEqual(tried.body, {
      ...{ entry: null, new: 2, changed: 0, same: 1, held: 0, repeated: 0, dryRun: true },
      first: [
        { time: '2024-10-26T22:00:00Z', value: 61.5 },
        { time: '2024-10-26T23:00:00Z', value: null },
        // The market's 04:00 comes after the hour that the clock shows twice.
        { time: '2024-10-27T03:00:00Z', value: -7.25 },
      ],
    });
    assert.deepEqual(await world.values('dehrprice'), {});
    const written = await send(bytes, '', 'one-workbook');
    assert.equal(written.body.new, 2);
    assert.ok(!('first' in written.body));
    const again = await send(bytes, '', 'one-workbook');
    assert.equal(again.headers['idempotency-replayed'], 'true');
    assert.equal(again.body.entry, written.body.entry);
    const values = await world.values('dehrprice');
    assert.deepEqual(
      [values['2024-10-26T22:00:00Z'], values['2024-10-27T03:00:00Z']],
      [61.5, -7.25],
    );
  });

  it('a sheet is chosen by its name', async () => {
    const bytes = await makeXlsx(
      [
        ['value', 'time'],
        [5, '2024-05-17T00:00Z'],
      ],
      { sheetName: 'Prices 2024' },
    );
    const { body } = await send(bytes, '?dryRun=true&sheet=Prices%202024');
    assert.deepEqual(body.first, [{ time: '2024-05-17T00:00:00Z', value: 5 }]);
    const other = assertRefused(await send(bytes, '?sheet=Prizes'), 400, 'field_invalid');
    assert.match(other.errors[0]!.message, /Prices 2024/);
  });

  it('a sheet is refused for what has none', async () => {
    const raw = { type: 'text/csv', bytes: 'time,value\n2024-05-17T00:00Z,5\n' };
    for (const sent of [{ raw }, { body: { start: '2024-05-17T00:00Z', values: [1] } }]) {
      const answer = await world.send('POST', `${VALUES}?sheet=a`, sent);
      assert.equal(assertRefused(answer, 400, 'field_invalid').errors[0]!.field, 'sheet');
    }
  });

  for (const [what, make, message] of [
    ['is no zip archive', async () => Buffer.from('time,value\n'), /./],
    ['is cut off', async () => (await makeXlsx([['time', 'value']])).subarray(0, 300), /./],
    ['is empty', async () => Buffer.alloc(0), /./],
    ['is another archive', () => zipOf({ 'a.txt': 'x' }), /not an Excel workbook/],
    ['is an old workbook', async () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), /\.xls/],
    ['has other columns', () => makeXlsx([['when', 'value']]), /time,value/],
    ['has no row', () => makeXlsx([['time', 'value']]), /no value/],
    [
      'has a word for a value',
      () =>
        makeXlsx([
          ['time', 'value'],
          ['2024-05-17T00:00Z', 'dear'],
        ]),
      /row 2: .*dear/,
    ],
    [
      'unpacks to a hundred times its size',
      () => zipOf({ '_rels/.rels': ' '.repeat(20_000_000) }),
      /./,
    ],
  ] as const) {
    it(`a workbook that ${what} is refused, and nothing is written`, async () => {
      const before = await world.ask('GET', '/audit');
      const { errors } = assertRefused(await send(await make()), 400, 'field_invalid');
      assert.match(errors[0]!.message, message);
      assert.deepEqual(await world.ask('GET', '/audit'), before);
    });
  }
});
