// Parquet files made to keep a decoder busy: each is refused at once, in a sentence.

import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { HOUR_MS } from '#core/time/instant';
import { ImportFault } from '#importers/files/import-fault';
import { checkDeltas } from '#importers/tables/parquet/delta-check';
import { importBytes } from '../../made-files.ts';
import { openMarket } from '../../open-market.ts';
import { DOUBLE, longOf, parquetOf, START, timestamp } from './made-parquet.ts';

const COUNT = 50;
const MOST_MS = 2_000;

const madeFile = (): Uint8Array =>
  parquetOf(
    longOf(
      {
        element: timestamp('MILLIS', true),
        data: Array.from({ length: COUNT }, (_, i) => BigInt(START + i * HOUR_MS)),
      },
      { element: DOUBLE, data: Array.from({ length: COUNT }, (_, i) => i / 8) },
    ),
    { codec: 'SNAPPY' },
  );

async function faultOf(t: TestContext, bytes: Uint8Array): Promise<ImportFault | undefined> {
  const store = await openMarket(t);
  const startedAt = performance.now();
  try {
    await importBytes(t, store, bytes, 'parquet');
    return undefined;
  } catch (error) {
    assert.ok(error instanceof ImportFault, String(error));
    return error;
  } finally {
    assert.ok(performance.now() - startedAt < MOST_MS);
  }
}

suite('a Parquet file that is made to keep a decoder busy', () => {
  // Five bytes that go back in the data: the library reads a length of −5 and begins again, for ever.
  const GOING_BACK = [0xfc, 0xfa, 0xff, 0xff, 0xff];

  test('a Parquet file with a negative length in its snappy data is refused, wherever it lies', async (t) => {
    const whole = madeFile();
    let faults = 0;
    for (let at = 4; at < 160; at += 3) {
      const bytes = whole.slice();
      bytes.set(GOING_BACK, at);
      const fault = await faultOf(t, bytes);
      if (fault && /snappy/.test(fault.message)) faults++;
    }
    assert.ok(faults > 0);
  });

  test('a Parquet file whose columns share their bytes is refused', async (t) => {
    const bytes = Buffer.from(madeFile());
    const footerBytes = bytes.readUInt32LE(bytes.length - 8);
    // A file of less than its columns: the pages are cut out of the front.
    const cut = Buffer.concat([
      bytes.subarray(0, 4),
      bytes.subarray(bytes.length - 8 - footerBytes),
    ]);
    const fault = await faultOf(t, cut);
    assert.match(fault!.message, /damaged/);
  });

  test('differences with a number of any length are refused before they are decoded', () => {
    const endless = new Uint8Array(1 << 22).fill(0xff);
    assert.throws(() => checkDeltas(endless, 100), /a number is too long/);
    endless.set([128, 1, 4, 100, 0]);
    assert.throws(() => checkDeltas(endless, 100), /a number is too long/);
    assert.throws(() => checkDeltas(Uint8Array.of(128, 1, 3, 1, 0), 1), /128 values in 3 parts/);
    const wide = Uint8Array.of(128, 1, 4, 100, 0, 0, 65, 0, 0, 0);
    assert.throws(() => checkDeltas(wide, 100), /differences of 65 bits/);
    checkDeltas(Uint8Array.of(128, 1, 4, 100, 0, 2, 0, 0, 0, 0), 100);
  });
});
