// Tokens, one-time codes and keywords of a server whose clock jumps.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { CODE_LIFETIME_MS } from '#accounts/sign-in-codes';
import { DAY_MS, formatUtc, HOUR_MS, type Instant } from '#core/time/instant';
import { World } from '../../harness/world/world.ts';
import { FIRST, JUMPS, LAST, sampleJumps } from './clock-jumps.ts';

const START = Date.UTC(2024, 4, 17, 10);
const LIFETIME_MS = HOUR_MS;
const ZONE = 'Europe/Berlin';
/** How many tokens and codes are tried after each jump. */
const TRIED = 10;

const openWorld = (t: TestContext): Promise<World> =>
  World.open(t, { now: formatUtc(START), tokenLifetimeMinutes: LIFETIME_MS / 60_000 });

const setClock = (world: World, now: Instant): void => world.setNow(new Date(now).toISOString());

interface TriedToken {
  readonly token: string;
  readonly madeAt: Instant;
  /** Whether the token was refused as expired. */
  isRefused: boolean;
  /** The latest time that the server has seen since. */
  latest: Instant;
}

/** Tries a token, and asserts that it is accepted or refused as it must be. */
async function tryToken(world: World, tried: TriedToken, counts: Counts): Promise<void> {
  const { now } = world;
  tried.latest = Math.max(tried.latest, now);
  const authorization = `Bearer ${tried.token}`;
  const { status } = await world.get('/api/v1/account', null, { authorization });
  const expiresAt = tried.madeAt + LIFETIME_MS;
  const story = `made ${formatUtc(tried.madeAt)}, seen until ${formatUtc(tried.latest)}, now ${formatUtc(now)}`;
  if (tried.isRefused) {
    if (now < expiresAt) counts.triedToRevive++;
    assert.equal(status, 401, `an expired token revives: ${story}`);
  } else if (now >= expiresAt) {
    assert.equal(status, 401, `an expired token is good: ${story}`);
    tried.isRefused = true;
    counts.expired++;
  } else if (tried.latest < expiresAt && now >= tried.madeAt) {
    assert.equal(status, 200, `a good token is refused: ${story}`);
    counts.good++;
  } else if (status === 401) tried.isRefused = true;
}

interface Counts {
  good: number;
  expired: number;
  triedToRevive: number;
}

test('a token that was refused as expired never works again, however the clock is set', {
  timeout: 600_000,
}, async (t) => {
  const world = await openWorld(t);
  const counts = { good: 0, expired: 0, triedToRevive: 0 };
  let tokens: TriedToken[] = [];
  for (const jump of sampleJumps()) {
    setClock(world, jump(world.now));
    for (const each of tokens) await tryToken(world, each, counts);
    const madeAt = world.now;
    const token = await world.token();
    tokens = [...tokens, { token, madeAt, isRefused: false, latest: madeAt }].slice(-TRIED);
    await tryToken(world, tokens.at(-1)!, counts);
  }
  assert.ok(counts.good > JUMPS && counts.expired > JUMPS / 4, JSON.stringify(counts));
  assert.ok(counts.triedToRevive > 0, JSON.stringify(counts));
  t.diagnostic(
    `figure: ${JUMPS} jumps under tokens: ${counts.good} times good, ${counts.expired} expired, ${counts.triedToRevive} times refused though the clock was back before their end`,
  );
});

test('a sign-in code works once and within its 15 minutes, however the clock is set', {
  timeout: 600_000,
}, async (t) => {
  const world = await openWorld(t);
  const { codes } = world.signIn;
  const counts = { good: 0, tooOld: 0 };
  let made: { code: string; madeAt: Instant }[] = [];
  for (const jump of sampleJumps()) {
    setClock(world, jump(world.now));
    for (const { code, madeAt } of made.splice(0, made.length / 2)) {
      const userName = await codes.take(code, world.now);
      const isFresh = Math.abs(world.now - madeAt) < CODE_LIFETIME_MS;
      if (!isFresh) assert.equal(userName, undefined, 'a code outlives its 15 minutes');
      if (userName === undefined) counts.tooOld++;
      else counts.good++;
      assert.equal(await codes.take(code, world.now), undefined, 'a code works twice');
      assert.equal(await codes.take(code, madeAt), undefined, 'a code works again');
    }
    made.push({ code: await codes.make('trader', world.now), madeAt: world.now });
    made.push({ code: await codes.make('trader', world.now), madeAt: world.now });
    made = made.slice(-TRIED);
    const fresh = await codes.make('trader', world.now);
    assert.equal(await codes.take(fresh, world.now), 'trader', 'a new code is refused');
  }
  assert.ok(counts.good > 0 && counts.tooOld > 0, JSON.stringify(counts));
  t.diagnostic(`figure: ${JUMPS} under codes: ${counts.good} good, ${counts.tooOld} refused`);
});

/** The first and last day of keywords, computed by Temporal from the market's day. */
const KEYWORDS: Readonly<
  Record<string, (today: Temporal.PlainDate) => readonly Temporal.PlainDate[]>
> = {
  today: (day) => [day, day],
  yesterday: (day) => [day.subtract({ days: 1 }), day.subtract({ days: 1 })],
  'tomorrow+2': (day) => [day.add({ days: 3 }), day.add({ days: 3 })],
  monday: (day) => {
    const monday = day.subtract({ days: day.dayOfWeek - 1 });
    return [monday, monday];
  },
  month: (day) => [day.with({ day: 1 }), day.with({ day: day.daysInMonth })],
  'quarter-1': (day) => {
    const first = day.with({ day: 1, month: day.month - ((day.month - 1) % 3) });
    return [first.subtract({ months: 3 }), first.subtract({ days: 1 })];
  },
  bohy: (day) => {
    const year = day.month >= 9 ? day.year : day.year - 1;
    const first = Temporal.PlainDate.from({ year, month: 9, day: 1 });
    return [first, first];
  },
};

const startOf = (day: Temporal.PlainDate): Instant => day.toZonedDateTime(ZONE).epochMilliseconds;

test('keywords mean the days by the clock, however it jumps, and no answer of another day is confirmed', {
  timeout: 600_000,
}, async (t) => {
  const world = await openWorld(t);
  const from = Temporal.Instant.fromEpochMilliseconds(FIRST).toZonedDateTimeISO(ZONE).toPlainDate();
  const first = from.subtract({ days: 400 });
  const count = Math.ceil((LAST - FIRST) / DAY_MS) + 800;
  await world.load({
    code: 'marketday',
    resolution: 'day',
    from: new Date(startOf(first)).toISOString(),
    values: Array.from({ length: count }, (_, i) => i),
  });
  const tags = new Map<string, { etag: string; span: string }>();
  let unchanged = 0;
  for (const jump of sampleJumps()) {
    setClock(world, jump(world.now));
    const today = Temporal.Instant.fromEpochMilliseconds(world.now)
      .toZonedDateTimeISO(ZONE)
      .toPlainDate();
    for (const [keyword, daysOf] of Object.entries(KEYWORDS)) {
      const expected = daysOf(today).map((day) => formatUtc(startOf(day)));
      const span = expected.join(' to ');
      const word = encodeURIComponent(keyword);
      const known = tags.get(keyword);
      const path = `/api/v1/series/marketday?from=${word}&to=${word}`;
      const headers = known ? { 'if-none-match': known.etag } : {};
      const answer = await world.get(path, 'trader', headers as Record<string, string>);
      if (answer.status === 304) {
        assert.equal(known!.span, span, `${keyword} of another day at ${formatUtc(world.now)}`);
        unchanged++;
        continue;
      }
      const times = answer.body.data.map(({ time }: { time: string }) => time);
      assert.deepEqual([times[0], times.at(-1)], expected, `${keyword} at ${formatUtc(world.now)}`);
      tags.set(keyword, { etag: String(answer.headers.etag), span });
    }
  }
  assert.ok(unchanged > 0, 'some answers were still right');
  const words = Object.keys(KEYWORDS).length;
  t.diagnostic(`figure: ${JUMPS} under ${words} keywords, ${unchanged} answers unchanged`);
});
