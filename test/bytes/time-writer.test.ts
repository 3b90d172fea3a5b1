// Time stamps as bytes: always what Temporal would have written.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ByteWriter } from '#bytes/byte-writer';
import { TimeWriter, utcTimeWriter } from '#bytes/time-writer';
import { findZone } from '#core/time/zone';

const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Pacific/Apia',
] as const;

const FIRST = Date.UTC(1970, 0, 2);
const LAST = Date.UTC(9999, 11, 30);

/** Ascending instants, some of them hours apart and some years: as a writer meets them. */
const someTimes = fc
  .tuple(
    fc.oneof(
      fc.integer({ min: FIRST, max: Date.UTC(2100, 0, 1) }),
      fc.constantFrom(Date.UTC(2025, 9, 25, 20), Date.UTC(2025, 2, 29, 20), Date.UTC(2011, 11, 28)),
    ),
    fc.array(
      fc.oneof(
        { arbitrary: fc.constantFrom(900_000, 1_800_000, 3_600_000), weight: 5 },
        fc.integer({ min: 0, max: 400 * 86_400_000 }),
      ),
      { minLength: 1, maxLength: 60 },
    ),
  )
  .map(([first, steps]) => {
    let at = first - (first % 1_000);
    return steps.map((step) => (at += step - (step % 1_000)));
  })
  .filter((times) => times.every((time) => time <= LAST));

function written(times: readonly number[], writer: TimeWriter): string[] {
  const out = new ByteWriter();
  return times.map((time) => {
    writer.write(time, out);
    return out.take().toString('latin1');
  });
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((text, i) => text === b[i]);

const temporal = (time: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zone);

const wallOf = (moment: Temporal.ZonedDateTime): string =>
  moment.toPlainDateTime().toString({ smallestUnit: 'second' });

describe('time stamps as bytes', () => {
  for (const zone of ZONES) {
    it(`time stamps are what Temporal writes in ${zone}, with and without the offset`, () => {
      fc.assert(
        fc.property(someTimes, (times) => {
          const moments = times.map((time) => temporal(time, zone));
          const plain = written(times, new TimeWriter(findZone(zone)!, false));
          const full = written(times, new TimeWriter(findZone(zone)!, true));
          return (
            isSame(plain, moments.map(wallOf)) &&
            isSame(
              full,
              moments.map((moment) => `${wallOf(moment)}${moment.offset}`),
            )
          );
        }),
        { numRuns: 150 },
      );
    });
  }

  it('time stamps in UTC end with Z', () => {
    fc.assert(
      fc.property(someTimes, (times) =>
        isSame(
          written(times, utcTimeWriter()),
          times.map((time) => `${new Date(time).toISOString().slice(0, 19)}Z`),
        ),
      ),
    );
  });

  it('time stamps have four digits of year from the year 1 on', () => {
    const early = ['0001-01-01T00:00:00Z', '0999-12-31T23:59:59Z', '9999-12-31T23:59:59Z'];
    assert.deepEqual(
      early.map((text) => written([Date.parse(text)], utcTimeWriter())[0]),
      early,
    );
  });
});
