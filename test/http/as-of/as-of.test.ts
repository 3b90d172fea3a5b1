// Answers as of an earlier time are those that were really given at that time.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { AREAS } from '#core/market/areas';
import { HOUR_MS, type Instant } from '#core/time/instant';
import { rounds } from '../../../harness/rounds.ts';
import { type Answer, World } from '../../../harness/world/world.ts';
import { type AreaStep, AreaWriter, areaHistory } from './as-of-history.ts';

const START = Date.parse('2024-03-29T20:00:00Z');

const world = await World.open({ after }, { now: new Date(START).toISOString() });
await world.signIn.accounts.putPlan({
  name: 'everything',
  patterns: ['*'],
  requestsPerMinute: 1_000_000,
  pointsPerAnswer: 500_000,
});
const headers = { authorization: `Bearer ${await world.key('trader', 'as of')}` };

type Ask = (asOf?: string) => Promise<Answer>;

/** Every kind of request about an area that takes `asOf`. */
function questionsOf(area: string): Record<string, Ask> {
  const [price, cons] = [`${area.toLowerCase()}hrprice`, `${area.toLowerCase()}hrcons`];
  const post =
    (path: string, body: object): Ask =>
    (asOf) =>
      world.raw({
        method: 'POST',
        url: `/api/fundamental/${path}`,
        headers: { ...headers, 'content-type': 'application/json' },
        payload: JSON.stringify(asOf === undefined ? body : { ...body, AsOf: asOf }),
      });
  const get =
    (path: string, query: string): Ask =>
    (asOf) => {
      const more = asOf === undefined ? '' : `&asOf=${encodeURIComponent(asOf)}`;
      return world.raw({ method: 'GET', url: `/api/v1/${path}?${query}${more}`, headers });
    };
  const forecast = (path: string, query: string): Ask =>
    get(`power-balance-forecast/${path}`, query);
  return {
    whole: post('series', { SeriesId: price }),
    keywords: post('series', {
      SeriesId: price,
      FromDateTime: 'yesterday-1',
      ToDateTime: 'tomorrow+1',
    }),
    days: post('series', { SeriesId: price, Resolution: 'day', TimeZone: 'UTC' }),
    peak: post('series', {
      ...{ SeriesId: cons, FromDateTime: 'first', ToDateTime: 'last+30' },
      ...{ Resolution: 'peak', Aggregation: 'Max' },
    }),
    multi: post('series/multi', { SeriesIds: [cons, price], FromDateTime: 'month' }),
    meta: post('meta', { SeriesId: price }),
    document: get(`series/${price}`, 'from=today-2&to=tomorrow'),
    inCrowns: get(`series/${price}`, 'from=today&to=tomorrow&currency=SEK'),
    file: get(`series/${cons}`, 'format=csv'),
    newest: forecast('short-term', `area=${area}`),
    crowns: forecast('short-term', `area=${area}&balanceCategory=hrprice&currency=SEK`),
    every: forecast('short-term/multiseries', `area=${area}&resolution=Daily`),
    dayAhead: forecast('day-ahead', `area=${area}&balanceCategory=hrcons`),
    bands: forecast('short-term/bands', `area=${area}&balanceCategory=hrprice`),
    issueTimes: forecast('issue-times', `area=${area}`),
    overview: forecast('overview', 'balanceCategory=hrprice'),
  };
}

/** What must be the same. For refusals that is the code, because hints name the series that exist now. */
const seenOf = ({ status, headers: got, body, text }: Answer) =>
  status === 200
    ? { status, etag: got.etag, lastModified: got['last-modified'], answer: body ?? text }
    : { status, code: body.code };

async function askAll(area: string, asOf?: string): Promise<Record<string, unknown>> {
  const seen: Record<string, unknown> = {};
  for (const [name, ask] of Object.entries(questionsOf(area))) seen[name] = seenOf(await ask(asOf));
  return seen;
}

const textOf = (instant: Instant): string => new Date(instant).toISOString();

type AnswersThen = [moment: Instant, answers: Record<string, unknown>];

/** Writes a history, and returns the answers in its pauses by their time. */
async function live(area: string, steps: readonly AreaStep[], from: Instant) {
  const answers = new Map<Instant, Record<string, unknown>>();
  const writer = new AreaWriter(world.store, area);
  let now = from;
  for (const [i, step] of steps.entries()) {
    now += step.byMs;
    world.setNow(textOf(now));
    await writer.take(step, now);
    if ((steps[i + 1]?.byMs ?? HOUR_MS) < 1_000) continue;
    // Entries of one moment are milliseconds apart.
    const moment = now + 500;
    world.setNow(textOf(moment));
    answers.set(moment, await askAll(area));
  }
  return { answers, end: now + HOUR_MS };
}

/** A history that writes every kind of thing, and then changes each. */
const RICH: readonly AreaStep[] = [
  [0, 40],
  [26 * HOUR_MS, 50],
].map(([byMs, value]): AreaStep => {
  const run = { kind: 'run' as const, hoursAgo: 0, values: Array<number>(60).fill(value!) };
  const points = { first: -50, values: Array<number>(50).fill(value!) };
  return {
    byMs: byMs!,
    changes: [
      ...(['price', 'cons'] as const).map((kind) => ({ kind, ...points })),
      ...(['price', 'cons'] as const).map((category) => ({ ...run, category, hasBand: true })),
      { kind: 'rate', day: 0, value: value! },
    ],
  };
});

describe('an answer as of an earlier time', () => {
  it('an answer as of an earlier time shows nothing of what came later, for any request', async () => {
    const area = 'UK';
    const { answers, end } = await live(area, RICH, START);
    world.setNow(textOf(end));
    const [[moment, first], [, second]] = [...answers] as [AnswersThen, AnswersThen];
    for (const [name, ask] of Object.entries(questionsOf(area))) {
      const answer = await ask(textOf(moment));
      assert.equal(answer.status, 200, name);
      assert.deepEqual(seenOf(answer), first[name], name);
      assert.notDeepEqual(first[name], second[name], name);
    }
  });

  it('an answer as of an earlier time is not sent again to a client that has it', async () => {
    const etag = async (path: string, has?: string) => {
      const more: Record<string, string> = has === undefined ? {} : { 'if-none-match': has };
      const asked = { method: 'GET', url: `/api/v1/${path}`, headers: { ...headers, ...more } };
      const answer = await world.raw(asked);
      return [answer.status, answer.headers.etag];
    };
    const asOf = `asOf=${textOf(START + 500)}`;
    for (const path of [
      'power-balance-forecast/short-term?area=UK&',
      'power-balance-forecast/issue-times?area=UK&',
      'series/ukhrprice?',
    ]) {
      const [status, then] = await etag(path + asOf);
      assert.equal(status, 200);
      assert.deepEqual(await etag(path + asOf, String(then)), [304, then]);
      assert.equal((await etag(path, String(then)))[0], 200);
    }
  });

  it('an answer as of an earlier time is the one that was given then, whatever was changed since', async () => {
    let histories = 0;
    let start = START + 60 * HOUR_MS;
    await fc.assert(
      fc.asyncProperty(areaHistory, async (steps) => {
        const area = AREAS[histories++ % AREAS.length]!.code;
        world.setNow(textOf(start));
        const before = await askAll(area);
        const since = start;
        const { answers, end } = await live(area, steps, since + 1_000);
        start = end;
        world.setNow(textOf(end));
        for (const [moment, answered] of answers) {
          assert.deepEqual(await askAll(area, textOf(moment)), answered, textOf(moment));
        }
        assert.deepEqual(await askAll(area, textOf(since)), before);
      }),
      { numRuns: rounds(30, 5) },
    );
  });
});
