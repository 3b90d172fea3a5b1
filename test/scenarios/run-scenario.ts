// Runs scenarios against the real server: one world a file, one test a case, the clock as written.

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setPlan } from '#accounts/plan-changes';
import { findResolution, type ResolutionName } from '#core/time/resolution';
import { type Answer, World } from '../../harness/world/world.ts';
import { checkAnswer } from './check-answer.ts';
import type { Scenario, SpanRow, Step } from './scenario.ts';

interface Bench {
  readonly world: World;
  readonly market: string;
  /** A key of a user who may read everything: unlike a token it outlives any jump of the clock. */
  readonly key: string;
}

/** More than any scenario asks while its clock stands still. */
const REQUESTS_PER_MINUTE = 1_000_000;
const HOUR_MS = 3_600_000;

export async function runScenario(t: TestContext, scenario: Scenario): Promise<void> {
  const first = scenario.setUp.find((step) => step.kind === 'now');
  if (first?.kind !== 'now') throw new Error('the set-up says no "now"');
  const market = scenario.market ?? 'Europe/Berlin';
  const world = await World.open(t, {
    now: first.instant,
    zone: market,
    blockHours: scenario.blocks,
  });
  await setPlan(world.signIn.accounts, {
    name: 'everything',
    patterns: ['*'],
    requestsPerMinute: REQUESTS_PER_MINUTE,
  });
  const bench = { world, market, key: await world.key('trader', 'scenarios') };
  for (const step of scenario.setUp) await take(step, bench);
  for (const { title, steps } of scenario.cases) {
    await t.test(title, async () => {
      for (const step of steps) await take(step, bench);
    });
  }
}

async function take(step: Step, bench: Bench): Promise<void> {
  const { world } = bench;
  switch (step.kind) {
    case 'now':
      return world.setNow(step.instant);
    case 'series': {
      const resolution = resolutionNamed(step.resolution);
      return world.load({ code: step.code, resolution, from: step.from, values: step.values });
    }
    case 'run':
      return world.loadRun(step.code, step.analyzed, step.from, step.values);
    case 'ask': {
      const answer = await ask(bench, step.seriesId, step.fields);
      return atLine(step.line, () => checkAnswer(step.expected, answer));
    }
    case 'get': {
      const headers = { authorization: `Bearer ${bench.key}` };
      const answer = await world.raw({ method: 'GET', url: step.path, headers });
      return atLine(step.line, () => checkAnswer(step.expected, answer));
    }
    case 'spans':
      for (const row of step.rows) {
        const fields = new Map([
          ['FromDateTime', row.text],
          ['ToDateTime', row.text],
          ['TimeZone', 'UTC'],
        ]);
        const answer = await ask(bench, step.seriesId, fields);
        atLine(row.line, () => checkSpan(row, answer, bench.market));
      }
  }
}

function resolutionNamed(text: string): ResolutionName {
  const resolution = findResolution(text);
  if (!resolution) throw new Error(`no such resolution: ${text}`);
  return resolution.name;
}

async function ask(
  { world, key }: Bench,
  seriesId: string,
  fields: ReadonlyMap<string, string>,
): Promise<Answer> {
  const body = { SeriesId: seriesId, ...Object.fromEntries(fields), UserInfo: { Token: key } };
  return world.raw({
    method: 'POST',
    url: '/api/fundamental/series',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  });
}

/**
 * One moment as both From and To of an hourly series: the span the answer names, and the hours it
 * holds, counted by Temporal from the market's first instant to its last.
 */
function checkSpan({ text, first, last }: SpanRow, answer: Answer, market: string): void {
  assert.equal(answer.status, 200, `${text}: ${answer.text}`);
  const isDays = /^\d{4}-\d{2}-\d{2}$/.test(first);
  const { Meta, Values } = answer.body;
  assert.deepEqual(
    { text, from: Meta.from, to: Meta.to },
    {
      text,
      from: isDays ? `${first}T00:00:00` : first,
      to: isDays ? `${last}T23:59:59` : last,
    },
  );
  if (!isDays) return;
  const start = Temporal.PlainDate.from(first).toZonedDateTime(market).epochMilliseconds;
  const end = Temporal.PlainDate.from(last).add({ days: 1 }).toZonedDateTime(market);
  const keys = Object.keys(Values);
  const hourOf = (key: string | undefined): number => Date.parse(key ?? '');
  assert.deepEqual(
    { text, first: hourOf(keys[0]), last: hourOf(keys.at(-1)), hours: keys.length },
    {
      text,
      first: start,
      last: end.epochMilliseconds - HOUR_MS,
      hours: (end.epochMilliseconds - start) / HOUR_MS,
    },
  );
}

/** Says which line of the scenario a failure belongs to. */
function atLine(line: number, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (error instanceof Error) {
      const said = `line ${line}: ${error.message}`;
      // Reporters show the stack, which was written when the error was made.
      error.stack = error.stack?.replace(error.message, () => said);
      error.message = said;
    }
    throw error;
  }
}
