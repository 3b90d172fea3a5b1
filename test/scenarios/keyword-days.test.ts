// The list of keyword days of test/core over HTTP: each keyword as FromDateTime and as ToDateTime.

import { suite, test } from 'node:test';
import { rounds } from '../../harness/rounds.ts';
import { type KeywordSection, readKeywordDays } from '../core/time/grammar/read-lists.ts';
import { checkSpan } from './check-span.ts';
import { ScenarioWorld } from './scenario-world.ts';

const HOUR_MS = 3_600_000;
const FIRST_DAY = '2015-01-01';
const END_DAY = '2031-01-01';
/** The gate asks for every fourth keyword of each full table: test/core has all of them. */
const EACH = 4 / rounds(4, 4);
/** Shorter tables are asked in full. */
const LEAST_OF_FULL = 50;

suite('keywords over HTTP', () => {
  for (const [market, sections] of Map.groupBy(readKeywordDays(), ({ zoneName }) => zoneName)) {
    test(`the server answers every keyword in ${market} with the listed days`, async (t) => {
      const asked = await ScenarioWorld.open(t, { now: sections[0]!.now, market });
      const [start, end] = [FIRST_DAY, END_DAY].map(
        (date) => Temporal.PlainDate.from(date).toZonedDateTime(market).epochMilliseconds,
      ) as [number, number];
      const values = Array.from({ length: (end - start) / HOUR_MS }, (_, i) => i);
      await asked.world.load({ code: 'clock', from: new Date(start).toISOString(), values });
      for (const section of sections) {
        await t.test(`the keywords name the listed days: ${section.title}`, () =>
          checkSection(section, asked, { start, end }),
        );
      }
    });
  }
});

async function checkSection(
  { now, cases }: KeywordSection,
  asked: ScenarioWorld,
  series: { readonly start: number; readonly end: number },
): Promise<void> {
  asked.world.setNow(now);
  const each = cases.length > LEAST_OF_FULL ? EACH : 1;
  for (const { text, firstDay, lastDay } of cases.filter((_, i) => i % each === 0)) {
    const answer = await asked.askSpan('clock', text);
    checkSpan({ text, first: firstDay, last: lastDay }, answer, asked.market, series);
  }
}
