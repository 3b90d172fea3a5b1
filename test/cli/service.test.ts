// gridtide service: the unit that it writes, and what it never overwrites.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { isUnedited, makeUnit, quoteArgument } from '#cli/commands/service/unit-text';
import { findProgram, skipWithout } from '../../harness/find-program.ts';
import { type Outcome, openTerminal } from './terminal.ts';

const UNIT = 'etc/systemd/system/gridtide.service';
const SETTINGS_FILE = 'etc/gridtide/gridtide.env';
const USERS = 'etc/sysusers.d/gridtide.conf';
const HOME = '/home/anna';

interface Machine {
  readonly root: string;
  path(name: string): string;
  read(name: string): string;
  service(...argv: string[]): Promise<Outcome>;
}

/** A folder that stands for the machine. */
async function openMachine(t: TestContext): Promise<Machine> {
  const { folder, run } = await openTerminal(t);
  const root = join(folder, 'machine');
  const path = (name: string): string => join(root, name);
  return {
    root,
    path,
    read: (name) => readFileSync(path(name), 'utf8'),
    service: (...argv) => run(['service', ...argv, '--root', root], { env: { HOME } }),
  };
}

const settingOf = (unit: string, name: string): string[] =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value!);

suite('gridtide service install', () => {
  test('install writes the unit, settings and user, and says what to run next', async (t) => {
    const { read, path, service } = await openMachine(t);
    const { code, stdout } = await service('install');
    assert.equal(code, 0);
    const unit = read(UNIT);
    const [start = ''] = settingOf(unit, 'ExecStart');
    assert.ok(start.startsWith(`${process.execPath} `) && start.endsWith(' serve'), start);
    for (const part of start.split(' ').filter((one) => one.startsWith('/')))
      assert.ok(existsSync(part), part);
    assert.deepEqual(settingOf(unit, 'Environment'), [
      'STORE=sqlite:/var/lib/gridtide/gridtide.db',
    ]);
    assert.deepEqual(settingOf(unit, 'EnvironmentFile'), ['-/etc/gridtide/gridtide.env']);
    assert.deepEqual(settingOf(unit, 'StateDirectory'), ['gridtide']);
    assert.match(read(USERS), /^u gridtide /m);
    assert.equal(statSync(path(UNIT)).mode & 0o777, 0o644);
    assert.equal(statSync(path(SETTINGS_FILE)).mode & 0o777, 0o600);
    for (const step of [
      'systemd-sysusers',
      'systemctl daemon-reload',
      'systemctl enable --now gridtide',
    ])
      assert.ok(stdout.includes(`\n  ${step}\n`), step);
  });

  test('systemd understands the unit that install writes', {
    skip: skipWithout('systemd-analyze'),
  }, async (t) => {
    const { path, service } = await openMachine(t);
    await service('install', '--store', 'sqlite:/srv/grid 100%/gridtide.db');
    const { status, stderr } = spawnSync(
      findProgram('systemd-analyze')!,
      ['verify', '--man=no', path(UNIT)],
      { encoding: 'utf8' },
    );
    assert.deepEqual(
      stderr.split('\n').filter((line) => line.includes('gridtide')),
      [],
    );
    assert.equal(status, 0);
  });

  test('install --user writes the unit of a user, whose folders systemd names', async (t) => {
    const { read, service, path } = await openMachine(t);
    const { code, stdout } = await service('install', '--user');
    assert.equal(code, 0);
    const unit = read(`${HOME}/.config/systemd/user/gridtide.service`);
    assert.deepEqual(settingOf(unit, 'Environment'), ['STORE=sqlite:%S/gridtide/gridtide.db']);
    assert.deepEqual(settingOf(unit, 'EnvironmentFile'), [
      `-${HOME}/.config/gridtide/gridtide.env`,
    ]);
    assert.deepEqual(settingOf(unit, 'User'), []);
    assert.match(stdout, /systemctl --user enable --now gridtide/);
    assert.ok(!existsSync(path('etc')));
  });

  test('install --dry-run prints the unit that install writes, and writes nothing', async (t) => {
    const { root, read, service } = await openMachine(t);
    const tried = await service('install', '--dry-run');
    assert.deepEqual([tried.code, existsSync(root)], [0, false]);
    await service('install');
    assert.equal(tried.stdout, read(UNIT));
  });

  test('install opens the folder of a store elsewhere, and says how to make it', async (t) => {
    const { read, service } = await openMachine(t);
    const { stdout } = await service(
      'install',
      '--store',
      'sqlite:/srv/grid data/gridtide.db',
      '--env-file',
      '/srv/settings',
    );
    const unit = read(UNIT);
    assert.deepEqual(settingOf(unit, 'Environment'), ['"STORE=sqlite:/srv/grid data/gridtide.db"']);
    assert.deepEqual(settingOf(unit, 'ReadWritePaths'), ['"/srv/grid data"']);
    assert.deepEqual(settingOf(unit, 'EnvironmentFile'), ['-/srv/settings']);
    assert.match(stdout, /install --directory --owner=gridtide .* '\/srv\/grid data'/);
  });

  for (const [argv, line] of [
    [
      ['--store', 'postgres://a:secret@b/c'],
      /every user can read a unit: write STORE=postgres:\/\/… into \/etc\/gridtide\/gridtide\.env/,
    ],
    [['--store', 'sqlite:data/x.db'], /--store must be sqlite: and a whole path/],
    [['--store', '/data/x.db'], /--store must be sqlite: and a whole path/],
    [['--store', 'sqlite:/data/\u0007x/y.db'], /has a character that a unit cannot hold/],
    [
      ['--env-file', 'settings'],
      /--env-file must be a whole path such as \/etc\/gridtide\/gridtide\.env, not "settings"/,
    ],
    [['now'], /"now" is one argument too many/],
  ] as const) {
    test(`install ${JSON.stringify(argv)} is refused in one line, without a secret`, async (t) => {
      const { root, service } = await openMachine(t);
      const { code, stdout, stderr } = await service('install', ...argv);
      assert.ok(code > 0);
      assert.match(stderr, line);
      assert.doesNotMatch(stdout + stderr, /secret|internal error/);
      assert.ok(!existsSync(root));
    });
  }

  test('a unit that install wrote is replaced, and settings stay as they are', async (t) => {
    const { path, read, service } = await openMachine(t);
    await service('install');
    writeFileSync(path(SETTINGS_FILE), 'PORT=9000\n');
    assert.match((await service('install')).stdout, /^unchanged {2}\S+gridtide\.service$/m);
    const again = await service('install', '--store', 'sqlite:/srv/a/b.db');
    assert.match(again.stdout, /^replaced {3}\S+gridtide\.service$/m);
    assert.match(read(UNIT), /\/srv\/a\/b\.db/);
    assert.equal(read(SETTINGS_FILE), 'PORT=9000\n');
  });

  test('a unit that was edited is replaced only with --force, and is kept beside', async (t) => {
    const { path, read, service } = await openMachine(t);
    await service('install');
    const edited = `${read(UNIT)}# mine\n`;
    writeFileSync(path(UNIT), edited);
    const refused = await service('install');
    assert.equal(refused.code, 1);
    assert.match(
      refused.stderr,
      /gridtide\.service was edited, .*; --force replaces it and keeps it as .*\.before\n$/,
    );
    assert.equal(read(UNIT), edited);
    assert.equal((await service('install', '--force')).code, 0);
    assert.equal(read(`${UNIT}.before`), edited);
    assert.ok(isUnedited(read(UNIT)));
  });

  test('a folder that cannot be written is one sentence', async (t) => {
    const { root, service } = await openMachine(t);
    mkdirSync(root);
    writeFileSync(join(root, 'etc'), 'a file');
    const { code, stderr } = await service('install');
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^gridtide service install: cannot write \S+gridtide\.service \(E[A-Z]+\)\n$/,
    );
  });
});

suite('gridtide service remove', () => {
  test('remove takes the unit away, and leaves settings and data', async (t) => {
    const { path, service } = await openMachine(t);
    await service('install');
    const tried = await service('remove', '--dry-run');
    assert.match(tried.stdout, /would be removed {2}\S+gridtide\.service/);
    assert.ok(existsSync(path(UNIT)));
    const { code, stdout } = await service('remove');
    assert.equal(code, 0);
    assert.match(stdout, /systemctl daemon-reload/);
    assert.deepEqual(
      [UNIT, USERS, SETTINGS_FILE].map((name) => existsSync(path(name))),
      [false, false, true],
    );
    const again = await service('remove');
    assert.deepEqual([again.code, /there is no unit/.test(again.stderr)], [1, true]);
  });

  test('remove refuses while the service is enabled, and if the unit was edited', async (t) => {
    const { path, service } = await openMachine(t);
    await service('install');
    const link = path('etc/systemd/system/multi-user.target.wants/gridtide.service');
    mkdirSync(dirname(link));
    symlinkSync('/etc/systemd/system/gridtide.service', link);
    assert.match(
      (await service('remove', '--force')).stderr,
      /first run systemctl disable --now gridtide/,
    );
    const other = await openMachine(t);
    await other.service('install', '--user');
    const unit = other.path(`${HOME}/.config/systemd/user/gridtide.service`);
    writeFileSync(unit, `${readFileSync(unit, 'utf8')}# mine\n`);
    assert.match(
      (await other.service('remove', '--user')).stderr,
      /was edited, .*; --force removes it/,
    );
    assert.equal((await other.service('remove', '--user', '--force')).code, 0);
    assert.ok(!existsSync(unit));
  });
});

suite('the text of a unit', () => {
  for (const [given, wanted] of [
    ['/opt/node/bin/node', '/opt/node/bin/node'],
    ['/opt/my node', '"/opt/my node"'],
    ['/opt/100%', '/opt/100%%'],
    ['/opt/$HOME', '/opt/$$HOME'],
    ['/opt/a"b\\c', '"/opt/a\\"b\\\\c"'],
  ] as const) {
    test(`${given} is written as ${wanted}`, () => assert.equal(quoteArgument(given), wanted));
  }

  test('a unit below /home keeps homes readable, and every other path closed', () => {
    const template = readFileSync(
      new URL('../../deploy/systemd/gridtide.service', import.meta.url),
      'utf8',
    );
    const facts = { program: ['/home/anna/node', 'serve'], page: '/x', settingsFile: '/y' };
    assert.match(makeUnit(template, { ...facts, needsHome: true }), /^ProtectHome=read-only$/m);
    assert.match(makeUnit(template, { ...facts, needsHome: false }), /^ProtectHome=true$/m);
    assert.ok(isUnedited(makeUnit(template, { ...facts, needsHome: true })));
    assert.ok(!isUnedited(template));
  });
});
