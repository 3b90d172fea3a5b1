// The systemd units of the package: valid, hardened, and with settings that exist.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { STOP_WITHIN_MS } from '#serve/start';
import { SETTINGS } from '#settings/settings';
import { findProgram, skipWithout } from '../../harness/find-program.ts';

const FOLDER = new URL('../../deploy/systemd/', import.meta.url);
const UNITS = ['gridtide.service', 'gridtide-user.service'];
/** Out of 10; systemd calls less than 2 "OK" and more than 7 "EXPOSED". */
const MOST_EXPOSURE = 1.5;
const read = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');

/** A copy whose program exists, as `gridtide service install` makes it. */
function copyOf(name: string, t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'gridtide-unit-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'gridtide.service');
  writeFileSync(file, read(name).replace(/^ExecStart=.*$/m, `ExecStart=${process.execPath} serve`));
  return file;
}

describe('the systemd units', () => {
  for (const name of UNITS) {
    it(`systemd-analyze verify has nothing to say about ${name}`, {
      skip: skipWithout('systemd-analyze'),
    }, (t) => {
      const manager = name.includes('user') ? ['--user'] : [];
      const { status, stderr } = spawnSync(
        findProgram('systemd-analyze')!,
        ['verify', '--man=no', ...manager, copyOf(name, t)],
        { encoding: 'utf8', env: { ...process.env, XDG_RUNTIME_DIR: tmpdir() } },
      );
      // A machine that was not started by systemd lacks its other units.
      const told = stderr.split('\n').filter((line) => line.includes('gridtide.service'));
      assert.deepEqual(told, []);
      assert.equal(status, 0, stderr);
    });

    it(`${name} leaves the server the time to finish its requests`, () => {
      const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(read(name))![1]);
      assert.ok(seconds * 1000 > STOP_WITHIN_MS);
      assert.match(read(name), /^Restart=on-failure$/m);
    });
  }

  it(`systemd-analyze security gives the service at most ${MOST_EXPOSURE} of 10`, {
    skip: skipWithout('systemd-analyze'),
  }, (t) => {
    const threshold = `--threshold=${MOST_EXPOSURE * 10}`;
    const args = [
      'security',
      '--no-pager',
      '--offline=yes',
      threshold,
      copyOf('gridtide.service', t),
    ];
    const printed = execFileSync(findProgram('systemd-analyze')!, args, { encoding: 'utf8' });
    assert.match(printed, /Overall exposure level for gridtide\.service: [01]\.\d/);
  });

  it('the service may do what the server does: lower its priority, and compile code', () => {
    const unit = read('gridtide.service');
    assert.match(unit, /^SystemCallFilter=setpriority$/m);
    assert.doesNotMatch(unit, /^MemoryDenyWriteExecute=(?:true|yes)/m);
  });

  it('the file of settings names settings that exist, and has no values that are secret', () => {
    const names = [...read('gridtide.env').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name!);
    const known = new Set<string>([...SETTINGS.map(({ name }) => name), 'ENTSOE_TOKEN']);
    assert.ok(names.length > 5);
    assert.deepEqual(
      names.filter((name) => !known.has(name)),
      [],
    );
    // Nothing is set: the unit and the defaults of the server decide.
    assert.doesNotMatch(read('gridtide.env'), /^[A-Z_]+=/m);
  });

  it('systemd-sysusers would make the user of the service', {
    skip: skipWithout('systemd-sysusers'),
  }, (t) => {
    const root = mkdtempSync(join(tmpdir(), 'gridtide-users-'));
    t.after(() => rmSync(root, { recursive: true }));
    const file = fileURLToPath(new URL('sysusers.conf', FOLDER));
    const args = [`--root=${root}`, '--dry-run', file];
    const { status, stdout, stderr } = spawnSync(findProgram('systemd-sysusers')!, args, {
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
    assert.match(stdout + stderr, /gridtide/);
  });
});
