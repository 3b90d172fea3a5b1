import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { AREAS } from '#core/market/areas';
import { allowedOf, assertRefused } from '../../../request/assert-refused.ts';
import { openForecastWorld } from './forecast-world.ts';

const world = await openForecastWorld(after);

const ISSUE_TIMES = '/api/v1/power-balance-forecast/issue-times';
const CATEGORIES = '/api/v1/power-balance-forecast/balance-categories';

const ask = (path: string, query: string, as: string | null = null) =>
  world.get(`${path}?${query}`, as);

describe('GET …/issue-times', () => {
  it('…/issue-times lists every run of the area once, newest first, without a token', async () => {
    const { status, body } = await ask(ISSUE_TIMES, 'area=DE');
    assert.equal(status, 200);
    assert.deepEqual(body, ['2024-05-16T06:00:00Z', '2024-05-15T06:00:00Z']);
  });

  it('…/issue-times lists the runs of one category if it is named', async () => {
    const times = async (category: string) =>
      (await ask(ISSUE_TIMES, `area=de&balanceCategory=${category}`)).body;
    assert.deepEqual(await times('hrprice'), ['2024-05-16T06:00:00Z', '2024-05-15T06:00:00Z']);
    assert.deepEqual(await times('HRPRODUCTION'), ['2024-05-16T06:00:00Z']);
    assert.deepEqual(await times('hrcons'), ['2024-05-15T06:00:00Z']);
  });

  it('…/issue-times is empty if no run exists', async () => {
    for (const area of ['FR', 'AT']) {
      const { status, body } = await ask(ISSUE_TIMES, `area=${area}`);
      assert.deepEqual([status, body], [200, []]);
    }
  });

  it('…/issue-times lists runs outside the plan too, because they are no values', async () => {
    assert.equal((await ask(ISSUE_TIMES, 'area=NO1', 'german')).body.length, 1);
  });

  it('…/issue-times gives times that issueTime accepts unchanged', async () => {
    for (const issueTime of (await ask(ISSUE_TIMES, 'area=DE')).body) {
      const url = `/api/v1/power-balance-forecast/short-term?area=DE&issueTime=${issueTime}`;
      assert.equal((await world.get(url)).body.analyzedTime, issueTime);
    }
  });

  it('…/issue-times refuses an area that is missing, unknown or given twice', async () => {
    const missing = assertRefused(await ask(ISSUE_TIMES, ''), 400, 'field_missing');
    assert.equal(allowedOf(missing).area?.length, AREAS.length);
    assertRefused(await ask(ISSUE_TIMES, 'area=DX'), 400, 'field_invalid');
    assertRefused(await ask(ISSUE_TIMES, 'area=DE&area=FR'), 400, 'type_invalid');
    assertRefused(await ask(ISSUE_TIMES, 'area=DE&balanceCategory=x'), 400, 'field_invalid');
  });

  it('…/issue-times ignores parameters of other paths, once or twice', async () => {
    const plain = await ask(ISSUE_TIMES, 'area=DE');
    for (const field of [
      'issueTime',
      'fromIssueTime',
      'toIssueTime',
      'startDate',
      'endDate',
      'resolution',
      'currency',
    ]) {
      assert.equal((await ask(ISSUE_TIMES, `area=DE&${field}=x`)).text, plain.text);
      assert.equal((await ask(ISSUE_TIMES, `area=DE&${field}=x&${field}=y`)).text, plain.text);
    }
  });

  it('…/issue-times is not sent again until another run is stored', async () => {
    const { headers } = await ask(ISSUE_TIMES, 'area=NO1');
    const again = () =>
      world.get(`${ISSUE_TIMES}?area=NO1`, null, { 'if-none-match': String(headers.etag) });
    assert.deepEqual([(await again()).status, (await again()).text], [304, '']);
    await world.loadRun('no1hrprice', '2024-05-16T07:00:00Z', '2024-05-17T00:00:00Z', [1]);
    assert.deepEqual((await again()).body[0], '2024-05-16T07:00:00Z');
  });
});

describe('GET …/balance-categories', () => {
  it('…/balance-categories lists the three categories, with or without an area, without a token', async () => {
    for (const query of ['area=DE', 'area=no1', 'area=FR', 'area=', 'area=%20', '']) {
      const { status, body } = await ask(CATEGORIES, query);
      assert.equal(status, 200);
      assert.deepEqual(body, ['hrprice', 'hrproduction', 'hrcons']);
    }
  });

  it('…/balance-categories refuses an unknown area', async () => {
    const problem = assertRefused(await ask(CATEGORIES, 'area=Europe'), 400, 'field_invalid');
    assert.equal(allowedOf(problem).area?.length, AREAS.length);
    assertRefused(await ask(CATEGORIES, 'area=DE&area=FR'), 400, 'type_invalid');
  });
});
