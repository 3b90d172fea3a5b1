// The layout of the image, run for real: the packed product with a read-only root, another user and no rights.

import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { findFreePort } from '../../harness/free-port.ts';
import { until } from '../../harness/lifetime.ts';
import { childrenOf } from '../../harness/postgres/process-family.ts';
import { skipUnlessLong } from '../../harness/rounds.ts';
import { BUNDLED } from '../../scripts/bundled-packages.ts';
import type { LockEntry } from '../../scripts/sbom-lockfile.ts';
import {
  ContainerSandbox,
  IMAGE_USER,
  type Outcome,
  skipWithoutNamespaces,
} from './container-sandbox.ts';

const GRIDTIDE = ['node', '/opt/gridtide/bin/gridtide.js'];
const CHECK = ['node', '/opt/gridtide/deploy/docker/check-ready.mjs'];
const VALUES = { start: '2024-05-17T00:00:00Z', values: [61.5, 58.02, null, 57.4] };

describe('the layout of the image', { skip: skipUnlessLong() || skipWithoutNamespaces() }, () => {
  let sandbox: ContainerSandbox;
  let settings: Record<string, string>;
  let server: ChildProcess | undefined;
  let logged = '';
  before(async () => {
    sandbox = await ContainerSandbox.open();
    settings = { PORT: String(await findFreePort()), FORECASTS: 'false' };
  });
  after(async () => {
    server?.kill('SIGKILL');
    await sandbox?.remove();
  });

  const gridtide = async (argv: readonly string[], stdin = ''): Promise<Outcome> => {
    const outcome = await sandbox.run([...GRIDTIDE, ...argv], settings, stdin);
    assert.equal(outcome.code, 0, outcome.stderr);
    return outcome;
  };

  it('nothing can be written but the volume and /tmp, and there is no right left', async () => {
    const script = `
      id -u; grep -E 'CapEff|CapPrm|NoNewPrivs' /proc/self/status
      for folder in / /etc /usr /opt/gridtide /opt/gridtide/node_modules /tmp /var/lib/gridtide; do
        if (echo x > "$folder/probe") 2> /dev/null; then echo "$folder can be written"; fi
      done
      rm /var/lib/gridtide/probe; ls /home /root /work 2> /dev/null || true`;
    const { stdout } = await sandbox.run(['sh', '-c', script]);
    assert.deepEqual(stdout.trim().split('\n'), [
      String(IMAGE_USER),
      'CapPrm:\t0000000000000000',
      'CapEff:\t0000000000000000',
      'NoNewPrivs:\t1',
      '/tmp can be written',
      '/var/lib/gridtide can be written',
    ]);
  });

  it('the install has exactly the packages of the shrinkwrap', () => {
    const read = (name: string) =>
      JSON.parse(readFileSync(join(sandbox.path('app'), name), 'utf8')).packages;
    const locked = read('npm-shrinkwrap.json');
    const installed = Object.entries<{ integrity: string }>(
      read('node_modules/.package-lock.json'),
    );
    const paths = new Set(installed.map(([path]) => path));
    for (const name of Object.keys(locked[''].dependencies))
      assert.ok(paths.has(`node_modules/${name}`), name);
    for (const [path, { optional }] of Object.entries<LockEntry>(locked))
      assert.ok(path === '' || optional || paths.has(path), path);
    // What is part of the program is not installed as well.
    for (const name of BUNDLED) assert.ok(!paths.has(`node_modules/${name}`), name);
    for (const [path, { integrity }] of installed)
      assert.equal(integrity, locked[path]?.integrity, path);
    assert.ok(!existsSync(join(sandbox.path('app'), 'node_modules/typescript')));
    // The page about installing links to it.
    assert.equal(statSync(join(sandbox.path('app'), 'bin/gridtide.js')).mode & 0o111, 0o111);
  });

  it('commands work on the store in the volume, and the server answers that it is ready', async () => {
    await gridtide(['plan', 'set', 'all', '--series', '*']);
    await gridtide(['user', 'add', 'anna', '--password-stdin'], 'tidal basin 47 lamps\n');
    settings.KEY = (await gridtide(['key', 'add', 'anna', 'desk', '--operator'])).stdout.trim();
    assert.equal((await sandbox.run(CHECK, settings)).code, 1, 'no server runs yet');
    server = sandbox.start([...GRIDTIDE, 'serve'], settings);
    server.stdout!.resume();
    server.stderr!.on('data', (piece) => (logged += piece));
    await until(async () => {
      assert.equal(server!.exitCode, null, logged);
      const answer = await fetch(`http://127.0.0.1:${settings.PORT}/readyz`).catch(() => undefined);
      return answer?.status === 200 ? true : undefined;
    });
    assert.equal((await sandbox.run(CHECK, settings)).code, 0);
  });

  it('the server writes what it is given, and reads it again', async () => {
    const send = (method: string, path: string, body?: unknown) =>
      fetch(`http://127.0.0.1:${settings.PORT}${path}`, {
        method,
        headers: { authorization: `Bearer ${settings.KEY}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    const series = '/api/operator/series/dehrprice';
    const definition = { description: 'Price', unit: 'EUR/MWh', resolution: 'hour' };
    const defined = await send('PUT', series, definition);
    assert.ok(defined.ok, await defined.text());
    const written = await send('POST', `${series}/values`, VALUES);
    assert.equal(written.status, 200, await written.text());
    const read = await send(
      'GET',
      '/api/v1/series/dehrprice?format=csv&from=2024-05-17&to=2024-05-17',
    );
    assert.equal(read.status, 200);
    assert.match(await read.text(), /,61\.5\n/);
  });

  it('the server is the first process, without rights, and SIGTERM ends it with exit code 0', async () => {
    const [pid] = childrenOf(server!.pid!);
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    assert.match(status, /^NSpid:\t\d+(?:\t\d+)*\t1$/m);
    assert.match(status, /^CapEff:\t0{16}$/m);
    assert.match(status, /^NoNewPrivs:\t1$/m);
    assert.match(readFileSync(`/proc/${pid}/uid_map`, 'utf8'), new RegExp(`^\\s*${IMAGE_USER}\\s`));
    const ended = once(server!, 'exit');
    // After 10 seconds the server would end with exit code 1; the grace time of the container is longer.
    process.kill(pid!, 'SIGTERM');
    assert.deepEqual(await ended, [0, null]);
    assert.ok(existsSync(join(sandbox.path('data'), 'gridtide.db')));
    const changed = execFileSync(
      'find',
      [
        sandbox.path('app'),
        '-newer',
        join(sandbox.path('app'), 'node_modules/.package-lock.json'),
        '-type',
        'f',
      ],
      { encoding: 'utf8' },
    );
    assert.equal(changed, '');
    assert.ok(!logged.includes(settings.KEY!));
  });
});
