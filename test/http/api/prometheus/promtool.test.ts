// Prometheus' own tool reads the interface, if the machine has it (Debian: apt install prometheus).

import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { MIDNIGHT, openPrometheusWorld } from './prometheus-world.ts';

const skip =
  spawnSync('promtool', ['--version']).status === 0
    ? false
    : 'promtool is not installed: the Debian package prometheus has it';

describe('promtool', { skip }, async () => {
  const world = await openPrometheusWorld();
  const address = await world.app.listen({ port: 0, host: '127.0.0.1' });
  after(() => world.app.close());
  const key = await world.key('trader', 'promtool');
  const url = address.replace('://', `://trader:${key}@`);

  const run = async (...args: string[]): Promise<string> =>
    (await promisify(execFile)('promtool', ['query', ...args])).stdout;

  it('promtool reads a range, an instant, series and labels', async () => {
    const times = [`--start=${MIDNIGHT}`, `--end=${MIDNIGHT + 7_200}`, '--step=1h'];
    const range = await run('range', ...times, `${url}/prometheus`, 'hrprice{area="FR"}');
    assert.match(range, /hrprice\{area="FR", series="frhrprice"\}/);
    assert.match(range, /2 @\[/);
    const instant = await run('instant', `--time=${MIDNIGHT}`, `${url}/prometheus`, 'hrprice');
    assert.match(instant, /series="dehrprice"/);
    assert.match(await run('series', '--match=hrprice', `${url}/prometheus`), /frhrprice/);
    assert.match(await run('labels', `${url}/prometheus`, 'area'), /DE/);
  });
});
