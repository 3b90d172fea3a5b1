import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { readConfig } from '#config';
import type { MetricsAccess } from '#http/request/metrics-access';
import { World } from '../../../harness/world/world.ts';
import { assertRefused } from '../request/assert-refused.ts';

const TOKEN = 'scrape-me-0123456789';

async function openMetrics(t: TestContext, metricsAccess?: MetricsAccess, trustProxy = false) {
  const world = await World.open(t, {
    now: '2024-05-17T10:00:00Z',
    trustProxy,
    ...(metricsAccess ? { metricsAccess } : {}),
  });
  return (remoteAddress: string, headers: Record<string, string> = {}) =>
    world.raw({ method: 'GET', url: '/metrics', headers, remoteAddress });
}

describe('who may read /metrics', () => {
  it('programs on the same machine may read /metrics by default, and no others', async (t) => {
    const ask = await openMetrics(t);
    for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])
      assert.equal((await ask(address)).status, 200, address);
    for (const address of ['10.0.0.5', '128.0.0.1', 'fe80::1', '::ffff:10.0.0.5'])
      assertRefused(await ask(address), 403, 'metrics_closed');
  });

  it('a proxy on the same machine that is not trusted does not open /metrics', async (t) => {
    const ask = await openMetrics(t);
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via', 'x-forwarded-host'])
      assertRefused(await ask('127.0.0.1', { [name]: '127.0.0.1' }), 403, 'metrics_closed');
  });

  it('a trusted proxy says who asks for /metrics', async (t) => {
    const ask = await openMetrics(t, { kind: 'loopback' }, true);
    assert.equal((await ask('127.0.0.1')).status, 200);
    const forged = { 'x-forwarded-for': '127.0.0.1, 10.0.0.5' };
    assertRefused(await ask('127.0.0.1', forged), 403, 'metrics_closed');
    assertRefused(await ask('10.0.0.5'), 403, 'metrics_closed');
  });

  it('METRICS_ACCESS=public opens /metrics to every address', async (t) => {
    const ask = await openMetrics(t, { kind: 'public' });
    assert.equal((await ask('10.0.0.5')).status, 200);
  });

  it('METRICS_ACCESS=token asks every address for the token', async (t) => {
    const ask = await openMetrics(t, { kind: 'token', token: TOKEN });
    assertRefused(await ask('127.0.0.1'), 401, 'token_missing');
    const wrong = { authorization: `Bearer ${TOKEN}x` };
    assertRefused(await ask('127.0.0.1', wrong), 401, 'token_invalid');
    const right = { authorization: `Bearer ${TOKEN}` };
    assert.equal((await ask('10.0.0.5', right)).status, 200);
  });

  it('the settings of /metrics are read and checked, and no message repeats the token', () => {
    assert.deepEqual(readConfig({}).metricsAccess, { kind: 'loopback' });
    assert.deepEqual(readConfig({ METRICS_ACCESS: 'public' }).metricsAccess, { kind: 'public' });
    const env = { METRICS_ACCESS: 'token', METRICS_TOKEN: TOKEN };
    assert.deepEqual(readConfig(env).metricsAccess, { kind: 'token', token: TOKEN });
    assert.throws(() => readConfig({ METRICS_ACCESS: 'all' }), /loopback, token or public/);
    assert.throws(() => readConfig({ METRICS_ACCESS: 'token' }), /needs METRICS_TOKEN/);
    for (const METRICS_TOKEN of ['short', 'has a blank in its middle']) {
      assert.throws(
        () => readConfig({ METRICS_ACCESS: 'token', METRICS_TOKEN }),
        (error: Error) =>
          /at least 16/.test(error.message) && !error.message.includes(METRICS_TOKEN),
      );
    }
    assert.throws(() => readConfig({ METRICS_TOKEN: TOKEN }), /METRICS_ACCESS is loopback/);
  });
});
