// gridtide settings: what is in force, the origin of each setting, and no secret.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { SETTINGS } from '#settings/settings';
import { openTerminal } from '../terminal.ts';

const SECRETS = {
  METRICS_ACCESS: 'token',
  METRICS_TOKEN: 'canary-metrics-0123456789',
  DEMO_PASSWORD: 'canary-demo',
  ENTSOE_TOKEN: 'canary-entsoe',
  OPEN_METEO_KEY: 'canary-weather',
  STORE: 'postgres://canary-user:canary-password@db.example.org:5432/grid?password=canary-query',
  STORE_READ: 'postgres://canary-user:canary-password@replica.example.org/grid',
  SMTP_URL: 'smtp://canary-user:canary-password@mail.example.com:587',
  MAIL_FROM: 'gridtide@example.com',
  HTTPS_PROXY: 'http://canary-user:canary-password@proxy.example.com:3128',
};

suite('gridtide settings', () => {
  test('each setting is one row with its value and its origin', async (t) => {
    const terminal = await openTerminal(t);
    const file = await terminal.file('s.env', 'WORKERS=2\n');
    const env = { GRIDTIDE_PORT: '9000', PORT: '1' };
    const { code, stdout } = await terminal.run(['settings', '--settings', file], { env });
    assert.equal(code, 0);
    assert.match(stdout, /^SETTING +VALUE +FROM$/m);
    assert.match(stdout, /^PORT +9000 +GRIDTIDE_PORT$/m);
    assert.match(stdout, /^WORKERS +2 +WORKERS in .*s\.env$/m);
    assert.match(stdout, /^HOST +127\.0\.0\.1 +default$/m);
    assert.match(stdout, /^SMTP_URL +- +default$/m);
    assert.equal(stdout.trim().split('\n').length, SETTINGS.length + 1);
  });

  test('no secret is shown, also not in JSON', async (t) => {
    const terminal = await openTerminal(t);
    for (const more of [[], ['--json']]) {
      const { code, stdout, stderr } = await terminal.run(['settings', ...more], { env: SECRETS });
      assert.deepEqual([code, stderr], [0, '']);
      assert.doesNotMatch(stdout, /canary/);
      assert.match(stdout, /db\.example\.org:5432\/grid/);
    }
    const { stdout } = await terminal.run(['settings', 'METRICS_TOKEN'], { env: SECRETS });
    assert.match(stdout, /^METRICS_TOKEN +set +METRICS_TOKEN$/m);
  });

  test('a password with a comma is not shown in part', async (t) => {
    const terminal = await openTerminal(t);
    for (const STORE of [
      'postgres://anna:12,canary@db.example.org/grid',
      'sqlite://anna:canary,@x',
      'anna:canary@db.example.org',
      'canary',
    ]) {
      const { stdout } = await terminal.run(['settings', 'STORE'], { env: { STORE } });
      assert.doesNotMatch(stdout, /canary|:12/, STORE);
    }
  });

  test('--json has every setting, and --changed only those that are not left out', async (t) => {
    const { run, storeUrl } = await openTerminal(t);
    const all = JSON.parse((await run(['settings', '--json'])).stdout);
    assert.deepEqual(
      all.map(({ name }: { name: string }) => name),
      SETTINGS.map(({ name }) => name),
    );
    const changed = JSON.parse((await run(['settings', '--changed', '--json'])).stdout);
    const facts = { isSecret: false, isSet: true, from: 'STORE', unused: [] };
    assert.deepEqual(changed, [{ name: 'STORE', value: storeUrl, ...facts }]);
  });

  test('a setting that makes no sense is shown, and named with exit code 1', async (t) => {
    const { run } = await openTerminal(t);
    const { code, stdout, stderr } = await run(['settings'], { env: { PORT: 'abc' } });
    assert.equal(code, 1);
    assert.match(stdout, /^PORT +abc +PORT$/m);
    assert.match(
      stderr,
      /^gridtide settings: PORT must be a whole number from 0 to 65535, not "abc"\n$/,
    );
  });

  test('an unknown name, and an unknown line of the file, are refused with the nearest name', async (t) => {
    const terminal = await openTerminal(t);
    const odd = await terminal.run(['settings', 'PROT']);
    assert.deepEqual(odd.code, 2);
    assert.match(odd.stderr, /there is no setting "PROT" \(did you mean PORT\?\)/);
    const file = await terminal.file('s.env', 'STOER=x\n');
    const refused = await terminal.run(['user', 'list'], { env: { GRIDTIDE_SETTINGS: file } });
    assert.equal(refused.code, 1);
    assert.match(
      refused.stderr,
      /s\.env line 1: there is no setting "STOER" \(did you mean STORE\?\)\n$/,
    );
  });

  test('every command reads the store of the settings file, and help needs no file', async (t) => {
    const terminal = await openTerminal(t);
    const store = `sqlite:${terminal.folder}/other.db`;
    const file = await terminal.file('s.env', `GRIDTIDE_STORE=${store}\n`);
    const env = { GRIDTIDE_SETTINGS: file };
    const set = await terminal.run(['plan', 'set', 'all', '--series', '*'], { env });
    assert.equal(set.code, 0, set.stderr);
    const listed = await terminal.run(['plan', 'list', '--json', '--store', store]);
    assert.equal(JSON.parse(listed.stdout)[0].name, 'all');
    const help = await terminal.run(['plan', 'list', '--help'], {
      env: { GRIDTIDE_SETTINGS: '/none' },
    });
    assert.equal(help.code, 0);
  });
});
