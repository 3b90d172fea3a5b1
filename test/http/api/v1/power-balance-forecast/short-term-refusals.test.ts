import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setPlan } from '#accounts/plan-changes';
import { AREAS } from '#core/market/areas';
import { allowedOf, assertRefused } from '../../../request/assert-refused.ts';
import { DAY_AHEAD, openForecastWorld, SHORT_TERM } from './forecast-world.ts';

const world = await openForecastWorld(after);

const ask = (query: string, as: string | null = 'trader') =>
  world.get(`${SHORT_TERM}?${query}`, as);

const VALUES = [SHORT_TERM, `${SHORT_TERM}/multiseries`, DAY_AHEAD, `${DAY_AHEAD}/multiseries`];

describe('GET …/short-term: what bad values get', () => {
  it('a missing area is refused with the list of all areas', async () => {
    for (const query of ['', 'area=', 'area=%20', 'balanceCategory=hrprice']) {
      const problem = assertRefused(await ask(query), 400, 'field_missing');
      assert.deepEqual(
        allowedOf(problem).area,
        AREAS.map(({ code }) => code),
      );
    }
  });

  for (const [given, nearest] of [
    ['DEU', 'DE'],
    ['N01', 'NO1'],
    ['SE5', 'SE1'],
    ['Germany', undefined],
    ['D E', 'DE'],
  ] as const) {
    it(`the area ${given} is refused with what is allowed${nearest ? ` and the nearest, ${nearest}` : ''}`, async () => {
      const problem = assertRefused(
        await ask(`area=${encodeURIComponent(given)}`),
        400,
        'field_invalid',
      );
      assert.equal(allowedOf(problem).area?.length, 35);
      assert.ok(problem.detail.includes(JSON.stringify(given)));
      assert.equal(/did you mean (\w+)\?/.exec(problem.detail)?.[1], nearest);
    });
  }

  for (const [given, nearest] of [
    ['hrprices', 'hrprice'],
    ['hrconsumption', undefined],
    ['hrpirce', 'hrprice'],
  ] as const) {
    it(`the category ${given} is refused with the list of the three`, async () => {
      const problem = assertRefused(
        await ask(`area=DE&balanceCategory=${given}`),
        400,
        'field_invalid',
      );
      assert.deepEqual(allowedOf(problem).balanceCategory, ['hrprice', 'hrproduction', 'hrcons']);
      assert.equal(/did you mean (\w+)\?/.exec(problem.detail)?.[1], nearest);
    });
  }

  it('a refusal names every field at fault', async () => {
    const query =
      'area=XX&balanceCategory=x&issueTime=x&startDate=x&endDate=x&resolution=x&currency=x';
    const { errors } = assertRefused(await ask(query), 400, 'field_invalid');
    assert.deepEqual(
      errors.map(({ field }) => field),
      ['area', 'balanceCategory', 'issueTime', 'startDate', 'endDate', 'resolution', 'currency'],
    );
  });

  it('a refusal cuts long and odd values short, quotes them and never has HTML', async () => {
    const given = `<script>alert(1)</script>\u0000\u202e${'x'.repeat(5_000)}`;
    const answer = await ask(`area=${encodeURIComponent(given)}`);
    const { detail } = assertRefused(answer, 400, 'field_invalid');
    assert.ok(detail.length < 1_000);
    assert.match(detail, /^area: unknown area "<script>/);
  });

  for (const field of [
    'area',
    'balanceCategory',
    'issueTime',
    'startDate',
    'endDate',
    'resolution',
    'currency',
  ]) {
    it(`${field} given twice is the wrong type, on every path that has it`, async () => {
      for (const path of VALUES) {
        const { errors } = assertRefused(
          await world.get(`${path}?area=DE&${field}=a&${field}=b`),
          400,
          'type_invalid',
        );
        assert.deepEqual(errors, [{ field, message: 'must be a string, not array' }]);
      }
    });
  }

  it('an area given twice, as a program would write two areas, is the wrong type', async () => {
    assertRefused(await ask('area=DE&area=FR'), 400, 'type_invalid');
  });

  it('parameters of other paths are ignored, once or twice', async () => {
    const plain = await ask('area=DE');
    for (const extra of [
      'fromIssueTime=x',
      'fromIssueTime=a&fromIssueTime=b',
      'fromIssueTime=2025-01-01&toIssueTime=2024-01-01',
      'toIssueTime=a&toIssueTime=b&toIssueTime=c',
      'constructor=1&__proto__=2&toString=3',
      'area[]=FR',
    ]) {
      assert.equal((await ask(`area=DE&${extra}`)).text, plain.text, extra);
    }
  });
});

describe('GET …/short-term: the order of refusals', () => {
  it('types are refused before the token, the token before values', async () => {
    assertRefused(await ask('area=XX&area=YY', null), 400, 'type_invalid');
    assertRefused(await ask('area=XX', null), 401, 'token_missing');
    const headers = { authorization: 'Bearer gtt_x' };
    assertRefused(await world.get(`${SHORT_TERM}?area=XX`, null, headers), 401, 'token_invalid');
    assertRefused(await ask('area=XX'), 400, 'field_invalid');
  });

  it('path and method are refused before everything else', async () => {
    const authorization = 'Bearer gtt_x';
    assertRefused(
      await world.get(`${SHORT_TERM}s?area=XX&area=YY`, null, { authorization }),
      404,
      'path_unknown',
    );
    const posted = await world.post(`${SHORT_TERM}?area=XX&area=YY`, { area: 'DE' }, null);
    assertRefused(posted, 405, 'method_not_allowed');
    assert.equal(posted.headers.allow, 'GET, HEAD');
  });

  it('the rate is refused before values, but after the token', async () => {
    const { accounts } = world.store;
    await setPlan(accounts, { name: 'slow', patterns: ['*'], requestsPerMinute: 1 });
    await world.addUser('slow', 'slow');
    assert.equal((await ask('area=DE', 'slow')).status, 200);
    const refused = await ask('area=XX', 'slow');
    assertRefused(refused, 429, 'rate_exceeded');
    assertRefused(await ask('area=XX&area=YY', 'slow'), 400, 'type_invalid');
  });

  it('values are refused before runs, runs before the plan, the plan before rates', async () => {
    const french = 'area=FR&balanceCategory=hrprice';
    const norwegian = 'area=NO1&balanceCategory=hrprice';
    assertRefused(await ask(`${french}&currency=XX`, 'german'), 400, 'field_invalid');
    assertRefused(await ask(french, 'german'), 404, 'run_unknown');
    const { detail, errors } = assertRefused(
      await ask(`${norwegian}&currency=USD`, 'german'),
      403,
      'subscription_required',
    );
    assert.match(detail, /no1hrprice.*"germany"/);
    assert.deepEqual(errors[0]?.allowed, ['de*']);
    assertRefused(await ask(`${norwegian}&currency=USD`), 422, 'exchange_rate_missing');
  });

  it('the plan’s cap on points is refused last, with a resolution that fits', async () => {
    const { accounts } = world.store;
    await setPlan(accounts, { name: 'small', patterns: ['*'], pointsPerAnswer: 24 });
    await world.addUser('small', 'small');
    const query = 'area=DE&balanceCategory=hrprice';
    const { detail } = assertRefused(await ask(query, 'small'), 422, 'too_many_points');
    assert.match(detail, /25 points; the plan allows 24; resolution Daily would fit/);
    assert.equal((await ask(`${query}&resolution=Daily`, 'small')).body.data.length, 1);
    const span = '&startDate=2024-05-17&endDate=2024-05-17T23:00:00Z';
    assert.equal((await ask(query + span, 'small')).body.data.length, 24);
  });
});

describe('GET …/short-term: who may ask', () => {
  for (const path of VALUES) {
    it(`${path} needs a token, as a header and in no other form`, async () => {
      assertRefused(await world.get(`${path}?area=DE`, null), 401, 'token_missing');
      const token = await world.token();
      assertRefused(
        await world.get(`${path}?area=DE&token=${token}`, null, { cookie: `token=${token}` }),
        401,
        'token_missing',
      );
      assertRefused(
        await world.get(`${path}?area=DE`, null, { authorization: `Basic ${token}` }),
        401,
        'token_missing',
      );
      const key = await world.key('trader', `key of ${path.replaceAll('/', '.')}`.slice(0, 64));
      const byKey = await world.get(`${path}?area=DE`, null, { authorization: `bearer ${key}` });
      assert.equal(byKey.status, 200);
    });
  }
});
