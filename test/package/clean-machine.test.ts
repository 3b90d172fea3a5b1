// The way of a clean machine: the packed tarball is installed, becomes a service, gets its first user by a one-time
// link and its first values, is backed up, upgraded to a packed next version, refused by the old one, and restored.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { skipUnlessLong } from '../../harness/rounds.ts';
import { addressOf, env, packOnce, run } from './installed-package.ts';

const QUIET = ['--omit=dev', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
const NEXT = '0.2.0';
/** A change of the next version that the old one does not know. */
const NEXT_MIGRATION = '-- group: series\nCREATE TABLE next_version (id INTEGER PRIMARY KEY);\n';
const SERIES = `code,description,unit,resolution,area,category
dehrprice,"Germany, day-ahead price",EUR/MWh,hour,DE,hrprice
`;
const HOURS = 24 * 30;
/** Half of what an earlier installation took. */
const MOST_MEGABYTES = 48;

class Machine {
  readonly root: string;
  readonly #figures: string[] = [];
  readonly #t: TestContext;

  private constructor(t: TestContext, root: string) {
    this.root = root;
    this.#t = t;
  }

  static async open(t: TestContext): Promise<Machine> {
    const root = await mkdtemp(join(tmpdir(), 'gridtide-machine-'));
    t.after(() => rm(root, { recursive: true, force: true }));
    await writeFile(join(root, 'package.json'), '{"private":true}');
    return new Machine(t, root);
  }

  path(name: string): string {
    return join(this.root, name);
  }

  get package(): string {
    return this.path('node_modules/gridtide');
  }

  get storeUrl(): string {
    return `sqlite:${this.path('var/lib/gridtide/gridtide.db')}`;
  }

  /** Times a step and prints its figure. */
  async step<T>(name: string, work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const result = await work();
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    this.note(`${name}: ${seconds} s`);
    return result;
  }

  note(figure: string): void {
    this.#figures.push(figure);
    this.#t.diagnostic(figure);
  }

  install(tarball: string): Promise<string> {
    return run('npm', ['install', tarball, ...QUIET], this.root);
  }

  /** Runs the installed command. */
  gridtide(...argv: string[]): Promise<string> {
    const program = this.path('node_modules/.bin/gridtide');
    return run(program, argv, this.root, { STORE: this.storeUrl });
  }

  /** What the installed command says when it refuses. */
  async refusal(...argv: string[]): Promise<string> {
    const fault = await this.gridtide(...argv).then(
      () => assert.fail(`${argv.join(' ')} was not refused`),
      (error) => error as { stderr: string; code: number },
    );
    assert.equal(fault.code, 1);
    return fault.stderr;
  }

  /** Starts the command of the unit that the service command wrote; resolves to the server's address. */
  async serve(): Promise<{ url: string; server: ChildProcess }> {
    const unit = await readFile(this.path('etc/systemd/system/gridtide.service'), 'utf8');
    const command = /^ExecStart=(.*)$/m.exec(unit)![1]!.split(' ');
    const server = spawn(command[0]!, command.slice(1), {
      cwd: this.path('var/lib/gridtide'),
      env: { ...env, STORE: this.storeUrl, PORT: '0', FORECASTS: 'false' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.#t.after(() => void server.kill('SIGKILL'));
    return { url: await addressOf(server), server };
  }
}

async function stop(server: ChildProcess): Promise<void> {
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
}

/** Packs the installed package again, as its next version with one more migration. */
async function packNext(machine: Machine): Promise<string> {
  const copy = machine.path('next');
  await cp(machine.package, copy, { recursive: true });
  const file = join(copy, 'package.json');
  const described = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...described, version: NEXT, scripts: {} }));
  await writeFile(join(copy, 'sql/900-next.sql'), NEXT_MIGRATION);
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', machine.root], copy);
  await rm(copy, { recursive: true });
  return machine.path(`gridtide-${NEXT}.tgz`);
}

/** Signs in with a one-time link that a command printed, and reads the values of a series with the session it gives. */
async function readByLink(url: string, printed: string): Promise<string> {
  const path = /^\/\?code=\S+$/m.exec(printed)?.[0];
  assert.ok(path, printed);
  const code = new URL(path, url).searchParams.get('code');
  const signedIn = await fetch(`${url}/api/v1/session/code`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ code }),
  });
  assert.equal(signedIn.status, 200);
  const cookie = signedIn.headers.getSetCookie().map((one) => one.split(';')[0]);
  const address = `${url}/api/v1/series/dehrprice?from=2026-01-01&to=2026-01-29&format=csv`;
  const answer = await fetch(address, { headers: { cookie: cookie.join('; ') } });
  assert.equal(answer.status, 200, await answer.clone().text());
  return answer.text();
}

const newLink = (machine: Machine): Promise<string> => machine.gridtide('user', 'code', 'anna');

const values = (change = 0): string => {
  const rows = Array.from({ length: HOURS }, (_, i) => {
    const at = new Date(Date.UTC(2026, 0, 1) + i * 3_600_000).toISOString();
    return `dehrprice,${at},${(i % 100) + change}`;
  });
  return `series,time,value\n${rows.join('\n')}\n`;
};

const bytesOf = async (path: string): Promise<string> =>
  `${((await stat(path)).size / 1e6).toFixed(2)} MB`;

test('a clean machine installs, serves, imports, backs up, upgrades and restores', {
  skip: skipUnlessLong(),
}, async (t) => {
  const { tarball } = await packOnce();
  const machine = await Machine.open(t);
  machine.note(`tarball: ${await bytesOf(tarball)}`);
  await machine.step('npm install', () => machine.install(tarball));
  const apparent = await run('du', ['-sm', '--apparent-size', 'node_modules'], machine.root);
  const megabytes = Number(apparent.split('\t')[0]);
  machine.note(`installed: ${megabytes} MB`);
  assert.ok(megabytes <= MOST_MEGABYTES, `${megabytes} MB are installed`);
  const version = (await machine.gridtide('--version')).trim();

  await machine.step('service files', () =>
    machine.gridtide('service', 'install', '--root', machine.root),
  );
  await mkdir(machine.path('var/lib/gridtide'), { recursive: true });
  await machine.gridtide('plan', 'set', 'everything', '--series', '*');
  const added = await machine.gridtide('user', 'add', 'anna', '--plan', 'everything');
  const first = await machine.step('first start', () => machine.serve());

  await writeFile(machine.path('series.csv'), SERIES);
  await writeFile(machine.path('values.csv'), values());
  await machine.step(`import of ${HOURS} values beside the server`, () =>
    machine.gridtide('import', machine.path('values.csv'), '--define', machine.path('series.csv')),
  );
  const imported = await machine.step('sign-in by a link, and a read', () =>
    readByLink(first.url, added),
  );
  assert.ok(imported.split('\n').filter((row) => /[,;]\d+$/.test(row)).length > 600, imported);

  const backup = machine.path('before-upgrade.tar.zst');
  await machine.step('backup', () => machine.gridtide('backup', backup));
  machine.note(`backup: ${await bytesOf(backup)}`);
  await stop(first.server);

  const next = await packNext(machine);
  await machine.step('upgrade (npm install)', () => machine.install(next));
  assert.equal((await machine.gridtide('--version')).trim(), `gridtide ${NEXT}`);
  const upgraded = await machine.step('first start of the next version', () => machine.serve());
  assert.deepEqual(await readByLink(upgraded.url, await newLink(machine)), imported);
  await writeFile(machine.path('values.csv'), values(1_000));
  await machine.gridtide('import', machine.path('values.csv'));
  assert.notDeepEqual(await readByLink(upgraded.url, await newLink(machine)), imported);
  await stop(upgraded.server);

  await machine.step('downgrade (npm install)', () => machine.install(tarball));
  const refused = await machine.refusal('user', 'list');
  assert.match(
    refused,
    /last used by a newer Gridtide: its migration 900 \(next\) is not known here/,
  );
  await machine.step('restore', () => machine.gridtide('restore', backup, '--force'));
  const restored = await machine.serve();
  assert.deepEqual(await readByLink(restored.url, await newLink(machine)), imported);
  await stop(restored.server);
  assert.equal((await machine.gridtide('--version')).trim(), version);
});
