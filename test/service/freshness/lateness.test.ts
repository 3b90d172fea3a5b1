// When a series is late: scenarios with a clock of their own, over clock changes and every resolution.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gridOf } from '#core/time/grid';
import { formatWall, HOUR_MS, type Instant } from '#core/time/instant';
import { type ResolutionName, resolutionOf } from '#core/time/resolution';
import { findZone, type Zone } from '#core/time/zone';
import { type Expectation, parseExpectation } from '#service/freshness/expectation';
import { lateness } from '#service/freshness/lateness';

const ZONES = { CET: findZone('Europe/Berlin')!, EET: findZone('Europe/Helsinki')! };

/** Since when the rule of a series without a value counts. */
const SINCE = '2024-05-10 10:00';

// Times are market time; ~ marks the second of two that the clock shows. "Known" is the end of the last value.
const SCENARIOS = `
what the rule says                         | zone, resolution | known until      | now               | state        | expected by
by 13:15                                   | CET hour         | 2024-05-18 00:00 | 2024-05-17 13:14  | fresh        | 2024-05-17 13:15
by 13:15                                   | CET hour         | 2024-05-18 00:00 | 2024-05-17 13:15  | late         | 2024-05-17 13:15
by 13:15                                   | EET hour         | 2024-05-18 00:00 | 2024-05-17 13:15  | late         | 2024-05-17 13:15
by 13:15 through tomorrow                  | CET hour         | 2024-05-19 00:00 | 2024-05-17 13:15  | fresh        | 2024-05-18 13:15
by 13:15                                   | CET hour         | 2024-05-18 23:00 | 2024-05-17 14:00  | late         | 2024-05-17 13:15
by 13:15                                   | CET quarterhour  | 2024-05-18 23:45 | 2024-05-17 14:00  | late         | 2024-05-17 13:15
by 13:15                                   | CET hour         | 2024-03-02 00:00 | 2024-05-17 14:00  | late         | 2024-03-01 13:15
by 13:15                                   | CET hour         | 2024-04-01 00:00 | 2024-03-30 14:00  | fresh        | 2024-03-31 13:15
by 13:15                                   | CET hour         | 2024-10-27 23:00 | 2024-10-26 14:00  | late         | 2024-10-26 13:15
by 02:30 through yesterday                 | CET hour         | 2024-03-30 00:00 | 2024-03-31 03:00  | late         | 2024-03-31 03:00
by 02:30 through yesterday                 | CET hour         | 2024-10-26 00:00 | 2024-10-27 02:30  | fresh        | 2024-10-27 02:30~
by 09:00 through yesterday                 | CET day          | 2024-05-17 00:00 | 2024-05-17 23:00  | fresh        | 2024-05-18 09:00
by 13:15                                   | CET week         | 2024-05-20 00:00 | 2024-05-18 14:00  | fresh        | 2024-05-19 13:15
by 10:00 on wed through eow-1              | CET week         | 2024-05-13 00:00 | 2024-05-20 10:00  | fresh        | 2024-05-22 10:00
by 10:00 on wed through eow-1              | CET week         | 2024-05-13 00:00 | 2024-05-22 10:00  | late         | 2024-05-22 10:00
by 17:00 on mon,tue,wed,thu,fri through today | CET day       | 2024-05-18 00:00 | 2024-05-19 20:00  | fresh        | 2024-05-20 17:00
by 12:00 on mon through month-1            | CET month        | 2024-05-01 00:00 | 2024-06-03 12:00  | late         | 2024-06-03 12:00
by 12:00 through eoy+2                     | CET year         | 2026-01-01 00:00 | 2024-05-17 12:00  | late         | 2024-01-01 12:00
by 13:15                                   | CET hour         | 2024-06-10 00:00 | 2024-05-17 14:00  | fresh        | 2024-06-09 13:15
by 13:15                                   | CET hour         | never            | 2024-05-10 13:14  | fresh        | 2024-05-10 13:15
by 09:15                                   | CET hour         | never            | 2024-05-17 13:14  | late         | 2024-05-11 09:15
within PT2H                                | CET hour         | 2024-05-17 11:00 | 2024-05-17 12:59  | fresh        | 2024-05-17 13:00
within PT2H                                | CET hour         | 2024-05-17 11:00 | 2024-05-17 13:00  | late         | 2024-05-17 13:00
within PT2H                                | CET hour         | 2024-03-31 01:00 | 2024-03-31 03:30  | fresh        | 2024-03-31 04:00
within PT2H                                | CET hour         | 2024-10-27 01:00 | 2024-10-27 02:00~ | late         | 2024-10-27 02:00~
within P1D                                 | CET day          | 2024-03-31 00:00 | 2024-03-31 23:59  | fresh        | 2024-04-01 00:00
within P1DT6H                              | CET day          | 2024-10-27 00:00 | 2024-10-28 05:59  | fresh        | 2024-10-28 06:00
within PT15M                               | CET hour         | 2024-06-10 00:00 | 2024-05-17 14:00  | fresh        | 2024-06-10 00:15
within PT2H                                | CET hour         | never            | 2024-05-10 12:00  | late         | 2024-05-10 12:00
within PT2H                                | CET hour         | 2022-05-17 11:00 | 2024-05-17 13:00  | late         | 2022-05-17 13:00
none                                       | CET hour         | 2022-05-17 11:00 | 2024-05-17 13:00  | not-expected | never
collected entsoe/prices 1h                 | CET hour         | 2024-05-18 00:00 | 2024-05-17 15:29  | fresh        | 2024-05-17 15:30
collected entsoe/prices 1h                 | CET hour         | 2024-05-18 00:00 | 2024-05-17 15:30  | late         | 2024-05-17 15:30
collected entsoe/load 1h                   | CET hour         | 2024-05-17 10:00 | 2024-05-17 14:29  | fresh        | 2024-05-17 14:30
collected entsoe/load 1h                   | CET quarterhour  | 2024-05-17 10:15 | 2024-05-17 14:29  | fresh        | 2024-05-17 14:30
collected entsoe/week-load-forecast 1h     | CET day          | 2024-05-20 00:00 | 2024-05-17 12:28  | fresh        | 2024-05-17 12:29
collected entsoe/reservoirs 6h             | CET week         | 2024-05-13 00:00 | 2024-05-24 12:30  | late         | 2024-05-24 12:30
collected ecb/rates 6h                     | CET day          | 2024-05-18 00:00 | 2024-05-20 20:00  | fresh        | 2024-05-21 04:30
collected ecb/rates 6h                     | CET day          | 2024-03-29 00:00 | 2024-04-02 20:00  | fresh        | 2024-04-03 04:30
collected entsoe/load 1h                   | CET hour         | 2024-04-01 10:00 | 2024-05-17 14:29  | ended        | 2024-04-01 14:30
collected entsoe/load 1h                   | CET hour         | never            | 2024-05-10 14:29  | fresh        | 2024-05-10 14:30
`;

const instantOf = (text: string, zone: Zone): Instant =>
  zone.instantOf(
    Date.parse(`${text.replace('~', '').replace(' ', 'T')}Z`),
    text.endsWith('~') ? 'second' : 'first',
  );

function expectationOf(text: string): Expectation {
  const [, source, dataset, hours] = /^collected (\w+)\/(\S+) (\d+)h$/.exec(text) ?? [];
  return source === undefined
    ? parseExpectation(text)
    : { kind: 'collected', source, dataset: dataset!, everyMs: Number(hours) * HOUR_MS };
}

describe('lateness', () => {
  for (const row of SCENARIOS.trim().split('\n').slice(1)) {
    const [rule, market, known, now, state, due] = row.split('|').map((cell) => cell.trim());
    it(`a series (${market}) with "${rule}" is ${state} at ${now} if it is known until ${known}`, () => {
      const [zoneName, resolution] = market!.split(' ') as [keyof typeof ZONES, ResolutionName];
      const zone = ZONES[zoneName];
      const read = (text: string) => (text === 'never' ? null : instantOf(text, zone));
      const grid = gridOf(resolutionOf(resolution), zone);
      const [knownUntil, clock, expectedBy] = [read(known!), read(now!)!, read(due!)];
      const lastIndex = knownUntil === null ? null : grid.indexOf(knownUntil) - 1;
      const found = lateness(
        { expectation: expectationOf(rule!), since: instantOf(SINCE, zone) },
        { resolution, lastIndex },
        clock,
        zone,
      );
      const shown = (at: Instant | null) => at && formatWall(at + zone.offsetAt(at));
      assert.equal(shown(found.expectedBy), shown(expectedBy));
      const isLate = state === 'late';
      assert.deepEqual(found, {
        state,
        knownUntil,
        expectedBy,
        lateSince: isLate ? expectedBy : null,
        lateMs: isLate ? clock - expectedBy! : 0,
      });
    });
  }

  it('a series without a rule is never late', () => {
    const facts = { resolution: 'hour', lastIndex: 0 } as const;
    const now = Date.parse('2024-05-17T10:00:00Z');
    const { state, expectedBy } = lateness(undefined, facts, now, ZONES.CET);
    assert.deepEqual([state, expectedBy], ['not-expected', null]);
  });
});
