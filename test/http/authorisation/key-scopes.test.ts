// A key for some series. The user `german` has the plan de*, `trader` has the plan *: a key of trader for de* must
// read what a key of german reads, whatever is asked and however often.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { addKey } from '#accounts/api-keys';
import { setPlan } from '#accounts/plan-changes';
import { listen } from '../../../harness/http/raw-connection.ts';
import { putSpareAlert } from '../../../harness/world/spare-alert.ts';
import { type Answer, sequence, World } from '../../../harness/world/world.ts';
import { isOnPostgres } from '../../../harness/world/world-store.ts';

const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });
const { accounts } = world.signIn;
const FROM = '2024-05-10T00:00:00Z';
/** Values of France are the only ones near 777: an answer that contains one has read it. */
const FRENCH = sequence(168, (i) => 777 + i / 1_000);

for (const [area, values] of [
  ['FR', FRENCH],
  ['DE', sequence(168)],
] as const) {
  for (const category of ['hrprice', 'hrcons']) {
    const code = `${area.toLowerCase()}${category}`;
    await world.load({ code, area, category, from: FROM, values });
    await world.loadRun(code, '2024-05-16T06:00:00Z', '2024-05-16T00:00:00Z', values);
  }
}
for (const name of ['everything', 'germany']) {
  const patterns = name === 'germany' ? ['de*'] : ['*'];
  await setPlan(accounts, { name, patterns, requestsPerMinute: 1_000_000 });
}

async function keyOf(userName: string, name: string, patterns?: string[]): Promise<string> {
  const user = (await accounts.findUser(userName))!;
  return addKey(accounts, user, name, world.now, { patterns });
}

const whole = await keyOf('trader', 'whole');
const narrow = await keyOf('trader', 'narrow', ['de*']);
const german = await keyOf('german', 'own');

type Question = readonly [method: 'GET' | 'POST', path: string, body?: object];

const call = (name: string, args: object): Question => [
  'POST',
  '/mcp',
  { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
];

const V1 = '/api/v1';
const FORECAST = `${V1}/power-balance-forecast`;
const PROMETHEUS = '/prometheus/api/v1';
const INSTANT = `time=${Date.parse('2024-05-15T10:00:00Z') / 1_000}`;
const ISSUED = 'fromIssueTime=2024-05-15&toIssueTime=2024-05-17';
const DATES = 'startDate=2024-05-16&endDate=2024-05-17';

const QUESTIONS: readonly Question[] = [
  ['POST', '/api/fundamental/meta/all', { Prefix: '' }],
  ['POST', '/api/fundamental/series', { SeriesId: 'frhrprice' }],
  ['POST', '/api/fundamental/series', { SeriesId: 'dehrprice' }],
  ['POST', '/api/fundamental/series/multi', { SeriesIds: ['dehrprice', 'frhrprice'] }],
  ['GET', `${V1}/metadata`],
  ['GET', `${V1}/metadata?all=true`],
  ['GET', `${V1}/metadata?q=price`],
  ['GET', `${V1}/metadata/series`],
  ['GET', `${V1}/series/frhrprice`],
  ['GET', `${V1}/series/frhrprice?format=csv`],
  ['GET', `${V1}/series/dehrprice?format=csv`],
  ['GET', `${V1}/series/frhrprice/changes`],
  ['GET', `${V1}/tables`],
  ['GET', `${V1}/tables/values/*/2024.parquet`],
  ['GET', `${V1}/tables/values/frhrprice/2024.parquet`],
  ['GET', `${V1}/changes?after=0`],
  ['GET', `${V1}/changes/stream?after=0&limit=1&wait=1`],
  ['GET', `${V1}/changes/areas`],
  ['GET', `${V1}/status/feeds`],
  ['GET', `${V1}/accuracy?area=FR&category=hrprice`],
  ['GET', `${V1}/forecasts/frhrprice/sliced?daysAhead=1`],
  ['GET', `${V1}/forecasts/frhrprice/runs`],
  ['GET', `${V1}/forecasts/frhrprice/sources`],
  ['GET', `${FORECAST}/overview`],
  ['GET', `${FORECAST}/days`],
  ['GET', `${FORECAST}/short-term?area=FR&${DATES}`],
  ['GET', `${FORECAST}/short-term?area=DE&${DATES}`],
  ['GET', `${FORECAST}/short-term/bands?area=FR&balanceCategory=hrprice`],
  ['GET', `${FORECAST}/short-term/multiseries?area=FR&${ISSUED}&${DATES}`],
  ['GET', `${FORECAST}/day-ahead?area=FR`],
  ['GET', `${V1}/alert-trial?condition=*hrprice+>+0`],
  ['GET', `${PROMETHEUS}/query?query=hrprice&${INSTANT}`],
  ['GET', `${PROMETHEUS}/series?match[]=hrprice`],
  ['GET', `${PROMETHEUS}/label/area/values`],
  call('find_series', { query: 'price' }),
  call('read_series', { seriesId: 'frhrprice' }),
  call('compare_series', { seriesIds: ['dehrprice', 'frhrprice'], from: 'today-3', to: 'today' }),
  call('what_changed', {}),
];

const ask = (key: string, [method, url, body]: Question, headers = {}): Promise<Answer> =>
  world.raw({
    ...{ method, url },
    headers: {
      authorization: `Bearer ${key}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  });

/** What a caller learns: the answer, or the code of the refusal, whose words name the plan. */
function learnt({ status, text, body }: Answer): unknown {
  const refused = /\\"code\\":\\"(\w+)/.exec(text)?.[1];
  if (status < 300 && refused === undefined) return text;
  return [status, refused ?? body?.code];
}

/** Has an alert fire for a series. */
async function fire(ruleId: string, code: string): Promise<void> {
  await world.store.write(async (writer) => {
    const alerts = await writer.openAlerts();
    const rule = (await alerts.findRule(ruleId))!;
    const series = (await writer.findSeries(code))!;
    const standing = { state: 'firing', since: world.now, told: 'firing' } as const;
    const step = { standing, change: 'firing', message: 'firing' } as const;
    const finding = { firstIndex: null, lastIndex: null, detail: 'It fires.', points: null };
    await alerts.writeStep({ rule, series, before: undefined, step, at: world.now, finding });
  });
}

const isFrench = ({ text }: Answer): boolean => /\b777(?:\.\d+)?\b/.test(text);

describe('a key for some series', () => {
  for (const question of QUESTIONS) {
    const [method, path, body] = question;
    const what = body ? ` ${JSON.stringify(body).slice(0, 90)}` : '';
    it(`a key for de* learns from ${method} ${path}${what} what a plan of de* does`, async () => {
      const [narrowed, own] = [await ask(narrow, question), await ask(german, question)];
      assert.deepEqual(learnt(narrowed), learnt(own));
      assert.equal(isFrench(narrowed), false);
      assert.ok(narrowed.status < 500, narrowed.text);
    });
  }

  it('the questions above show values of France to a key that may read them', async () => {
    let shown = 0;
    for (const question of QUESTIONS) shown += Number(isFrench(await ask(whole, question)));
    assert.ok(shown >= 9, `${shown} answers`);
  });

  it('a key shows what is left of its plan', async () => {
    const { body } = await ask(narrow, ['GET', `${V1}/account`]);
    assert.deepEqual(body.plan.series, ['de*']);
    assert.deepEqual(body.credential.series, ['de*']);
    assert.equal((await ask(whole, ['GET', `${V1}/account`])).body.credential.series, null);
  });

  it('a key for series that the plan lacks reads nothing', async () => {
    const key = await keyOf('german', 'nothing', ['fr*']);
    assert.equal(
      (await ask(key, ['GET', `${V1}/series/dehrprice`])).body.code,
      'subscription_required',
    );
    assert.equal(
      (await ask(key, ['GET', `${V1}/series/frhrprice`])).body.code,
      'subscription_required',
    );
    assert.deepEqual((await ask(key, ['GET', `${V1}/metadata`])).body, []);
  });

  it('a key follows its user to another plan at once', async () => {
    await world.addUser('mover', 'everything');
    const key = await keyOf('mover', 'both', ['de*', 'fr*']);
    const france: Question = ['GET', `${V1}/series/frhrprice`];
    assert.equal((await ask(key, france)).status, 200);
    await accounts.updateUser('mover', { planName: 'germany' });
    assert.equal((await ask(key, france)).status, 403);
    await accounts.updateUser('mover', { planName: 'everything' });
    assert.equal((await ask(key, france)).status, 200);
  });

  it('an alert of the user shows a key only the series that it is for', async () => {
    const id = 'a1e50000000000aa';
    await putSpareAlert(world.store, 'trader', id, world.now);
    for (const code of ['dehrprice', 'frhrprice']) await fire(id, code);
    const read = async (key: string, path: string) =>
      (await ask(key, ['GET', `${V1}/alerts${path}`])).body;
    for (const [key, codes] of [
      [whole, ['dehrprice', 'frhrprice']],
      [narrow, ['dehrprice']],
    ] as const) {
      const alert = await read(key, `/${id}`);
      const namesOf = (rows: { series: string }[]) => rows.map(({ series }) => series).sort();
      assert.deepEqual([namesOf(alert.series), alert.firing], [codes, codes.length]);
      assert.deepEqual(namesOf((await read(key, `/${id}/history`)).changes), codes);
      const { alerts } = await read(key, '');
      assert.equal(alerts.find((each: { id: string }) => each.id === id).firing, codes.length);
    }
  });
});

describe('what is kept of answers', () => {
  const LISTS = [`${V1}/metadata`, `${V1}/tables`, `${FORECAST}/overview`, `${V1}/changes/areas`];

  for (const path of LISTS) {
    it(`${path} does not call the answer of a wider key unchanged`, async () => {
      const question: Question = ['GET', path];
      const wide = await ask(whole, question);
      const tag = String(wide.headers.etag);
      assert.equal((await ask(whole, question, { 'if-none-match': tag })).status, 304);
      const answer = await ask(narrow, question, { 'if-none-match': tag });
      assert.equal(answer.status, 200);
      assert.notEqual(answer.text, wide.text);
    });
  }

  it('a repeated request is answered by the scope of its own key', {
    skip: isOnPostgres && 'PostgreSQL is asked each time',
  }, async () => {
    const port = await listen(world.app);
    const fetched = async (key: string, path: string): Promise<[number, string, boolean]> => {
      const headers = { authorization: `Bearer ${key}`, 'accept-encoding': 'identity' };
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
      const isRouted = answer.headers.get('server-timing')?.includes('auth;') ?? true;
      return [answer.status, await answer.text(), isRouted];
    };
    const price = await keyOf('trader', 'price', ['*hrprice']);
    const path = `${FORECAST}/short-term?area=DE&${DATES}`;
    const first = { whole: await fetched(whole, path), price: await fetched(price, path) };
    assert.notEqual(first.whole[1], first.price[1]);
    let early = 0;
    for (let round = 0; round < 4; round++) {
      for (const [key, [status, text]] of [
        [whole, first.whole],
        [price, first.price],
      ] as const) {
        const [again, same, isRouted] = await fetched(key, path);
        assert.deepEqual([again, same], [status, text]);
        if (!isRouted) early++;
      }
    }
    assert.ok(early >= 2, `${early} requests were answered early`);
    const france = `${FORECAST}/short-term?area=FR&balanceCategory=hrprice`;
    for (let round = 0; round < 3; round++) await fetched(whole, france);
    assert.equal((await fetched(whole, france))[2], false);
    assert.equal((await fetched(narrow, france))[0], 403);
  });
});
