// The origins of settings, which of them wins, and what is refused.

import assert from 'node:assert/strict';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { readConfig } from '#config';
import { namesOf, resolveSettings, unknownNames } from '#settings/resolve-settings';
import type { Setting } from '#settings/setting';
import { SETTINGS, type SettingName } from '#settings/settings';

async function openFolder(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-settings-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return async (name: string, text: string, mode = 0o600): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, text);
    await chmod(path, mode);
    return path;
  };
}

const found = (name: SettingName, ...given: Parameters<typeof resolveSettings>) => {
  const { value, from } = resolveSettings(...given).settings.get(name)!;
  return [value, from];
};

suite('the origin of a setting', () => {
  test('every setting is read under both of its names, and GRIDTIDE_NAME wins', () => {
    for (const { name, fallback } of SETTINGS) {
      assert.deepEqual(found(name, {}), [fallback, 'default']);
      assert.deepEqual(found(name, { [name]: 'plain' }), ['plain', name]);
      const both = { [name]: 'plain', [`GRIDTIDE_${name}`]: 'own' };
      assert.deepEqual(found(name, both), ['own', `GRIDTIDE_${name}`]);
      assert.deepEqual(found(name, { ...both, [`GRIDTIDE_${name}`]: ' ' }), ['plain', name]);
    }
  });

  test('a server listens on GRIDTIDE_HOST and GRIDTIDE_PORT, whatever a shell exports', () => {
    const env = { HOST: 'x86_64-conda-linux-gnu', PORT: 'tcp://x', GRIDTIDE_HOST: '::1' };
    const { host, port } = readConfig({ ...env, GRIDTIDE_PORT: '9000' });
    assert.deepEqual([host, port], ['::1', 9000]);
  });

  test('the order is option, own name, plain name, and the environment before the file', async (t) => {
    const file = await (await openFolder(t))('s.env', 'GRIDTIDE_PORT=4\nPORT=2\n');
    const own = await (await openFolder(t))('t.env', 'PORT=2\n');
    const env = { GRIDTIDE_PORT: '5', PORT: '3' };
    assert.deepEqual(found('PORT', env, { PORT: '6' }, file), ['6', '--port']);
    assert.deepEqual(found('PORT', env, {}, file), ['5', 'GRIDTIDE_PORT']);
    assert.deepEqual(found('PORT', { PORT: '3' }, {}, file), ['4', `GRIDTIDE_PORT in ${file}`]);
    assert.deepEqual(found('PORT', { PORT: '3' }, {}, own), ['3', 'PORT']);
    assert.deepEqual(found('PORT', {}, {}, own), ['2', `PORT in ${own}`]);
    assert.deepEqual(found('PORT', { GRIDTIDE_SETTINGS: own }), ['2', `PORT in ${own}`]);
    const { unused } = resolveSettings(env, {}, file).settings.get('PORT')!;
    assert.deepEqual(unused, [`GRIDTIDE_PORT in ${file}`, 'PORT', `PORT in ${file}`]);
    // Many shells export a proxy under both of its names.
    const twice = resolveSettings({ HTTPS_PROXY: 'http://p:1', https_proxy: 'http://p:1' });
    assert.deepEqual(twice.settings.get('HTTPS_PROXY')!.unused, []);
  });

  test('each secret may be the text of a file, without the line break at its end', async (t) => {
    const write = await openFolder(t);
    const secrets = SETTINGS.filter((row: Setting) => row.secret !== undefined);
    assert.ok(secrets.length >= 6);
    for (const { name } of secrets) {
      const path = await write(name, ` of ${name} \n`);
      for (const variable of [`${name}_FILE`, `GRIDTIDE_${name}_FILE`]) {
        assert.deepEqual(found(name, { [variable]: path }), [` of ${name} `, variable]);
        const settings = await write('s.env', `${variable}=${path}\n`);
        const label = `${variable} in ${settings}`;
        assert.deepEqual(found(name, {}, {}, settings), [` of ${name} `, label]);
      }
      assert.deepEqual(found(name, { [name]: 'x', [`${name}_FILE`]: path }), ['x', name]);
    }
  });

  test('a setting that is no secret has no file', () => {
    assert.deepEqual(found('PORT', { PORT_FILE: '/none' }), ['8080', 'default']);
    assert.deepEqual(namesOf({ name: 'PORT', fallback: '', meaning: '' }), [
      'GRIDTIDE_PORT',
      'PORT',
    ]);
  });

  test('a file of a secret that is missing, empty or a folder is refused by its name', async (t) => {
    const write = await openFolder(t);
    const empty = await write('empty', '\n');
    for (const [path, message] of [
      ['/nowhere/token', 'METRICS_TOKEN_FILE: cannot read /nowhere/token: there is no such file'],
      [empty, `METRICS_TOKEN_FILE: ${empty} is empty`],
      [tmpdir(), `METRICS_TOKEN_FILE: cannot read ${tmpdir()}: it is a folder`],
    ] as const) {
      assert.throws(() => readConfig({ METRICS_TOKEN_FILE: path }), { message });
    }
  });

  test('a secret that every user can read is warned of, and one behind a closed folder is not', async (t) => {
    const write = await openFolder(t);
    const token = await write('token', 'sixteen characters', 0o644);
    // mkdtemp makes folders that only their owner may enter.
    assert.deepEqual(resolveSettings({ METRICS_TOKEN_FILE: token }).warnings, []);
    const folder = join(token, '..');
    await chmod(folder, 0o755);
    const [warning = ''] = resolveSettings({ METRICS_TOKEN_FILE: token }).warnings;
    assert.match(warning, /^every user of this machine can read .*token, which holds a secret/);
    assert.doesNotMatch(warning, /sixteen/);
    const open = await write('s.env', 'METRICS_TOKEN=sixteen characters\n', 0o644);
    assert.equal(resolveSettings({}, {}, open).warnings.length, 1);
    const harmless = [
      'PORT=1',
      'STORE=sqlite:/var/x.db',
      'METRICS_TOKEN_FILE=/x',
      'METRICS_TOKEN=',
    ];
    const secrets = ['STORE=postgres://u:p@h/d', 'SMTP_URL=smtp://h?auth=x', 'STORE=pass word'];
    for (const [line, count] of [
      ...harmless.map((each) => [each, 0] as const),
      ...secrets.map((each) => [each, 1] as const),
    ]) {
      const file = await write('h.env', `${line}\n`, 0o644);
      const env = { METRICS_TOKEN: 'of the environment' };
      assert.equal(resolveSettings(env, {}, file).warnings.length, count, line);
    }
  });

  test('the environment afterwards has each setting under its plain name only', async (t) => {
    const key = await (await openFolder(t))('key', 'k\n');
    const env = {
      GRIDTIDE_PORT: '1',
      PORT: '2',
      ENTSOE_TOKEN_FILE: key,
      https_proxy: 'p',
      HOME: '/x',
    };
    const plain = resolveSettings(env).env;
    assert.deepEqual(plain, { PORT: '1', ENTSOE_TOKEN: 'k', HTTPS_PROXY: 'p', HOME: '/x' });
    assert.deepEqual(resolveSettings(plain).env, plain);
  });

  test('what Kubernetes tells of a Service called gridtide is not a port', () => {
    const env = {
      GRIDTIDE_PORT: 'tcp://10.0.0.1:8080',
      GRIDTIDE_PORT_8080_TCP: 'tcp://10.0.0.1:8080',
      GRIDTIDE_SERVICE_HOST: '10.0.0.1',
      GRIDTIDE_PROT: '1',
    };
    assert.equal(readConfig(env).port, 8080);
    assert.deepEqual(unknownNames(env), ['GRIDTIDE_PROT']);
  });
});

suite('a settings file', () => {
  const read = async (t: TestContext, text: string, name: SettingName) =>
    found(name, {}, {}, await (await openFolder(t))('s.env', text))[0];

  test('comments, blank lines and quotes are read as systemd reads them', async (t) => {
    const text = [
      ...['# a comment', '; another', '', '  PORT = 81  ', 'HOST="::1"', "MAIL_FROM='a b'"],
      ...['DEMO_PASSWORD="say \\"hi\\" \\n"', 'SPOOL=a\\ b', 'BLOCK_HOURS=peak=08-20 # no comment'],
    ].join('\r\n');
    for (const [name, value] of [
      ...([
        ['PORT', '81'],
        ['HOST', '::1'],
        ['MAIL_FROM', 'a b'],
        ['SPOOL', 'a b'],
      ] as const),
      ...([
        ['DEMO_PASSWORD', 'say "hi" \\n'],
        ['BLOCK_HOURS', 'peak=08-20 # no comment'],
      ] as const),
    ]) {
      assert.equal(await read(t, text, name), value);
    }
  });

  for (const [text, message] of [
    ['PROT=1', /s\.env line 1: there is no setting "PROT" \(did you mean PORT\?\)$/],
    [
      '#\nGRIDTIDE_SPOL=1',
      /line 2: there is no setting "GRIDTIDE_SPOL" \(did you mean GRIDTIDE_SPOOL\?\)$/,
    ],
    ['PORT_FILE=x', /there is no setting "PORT_FILE"/],
    ['export PORT=1', /line 1 is not NAME=VALUE$/],
    ['s3cret', /line 1 is not NAME=VALUE$/],
    ['PORT=1\nPORT=2', /line 2: PORT is given twice$/],
    [
      'METRICS_TOKEN="s3cret',
      /the value of METRICS_TOKEN begins with " and must end with the same, once$/,
    ],
    ["METRICS_TOKEN='s3cret' x'", /the value of METRICS_TOKEN begins with '/],
    ['METRICS_TOKEN=s3cret\\', /the value of METRICS_TOKEN must be on one line$/],
  ] as const) {
    test(`a settings file with ${JSON.stringify(text)} is refused, and no value is repeated`, async (t) => {
      await assert.rejects(read(t, text, 'PORT'), (error: Error) => {
        assert.match(error.message, message);
        assert.doesNotMatch(error.message, /s3cret/);
        return true;
      });
    });
  }

  test('the file of the systemd service is a settings file, with all its examples', async (t) => {
    const shipped = await readFile(
      new URL('../../deploy/systemd/gridtide.env', import.meta.url),
      'utf8',
    );
    const text = shipped.replace(/^#(?=[A-Z_]+=)/gm, '');
    assert.equal(await read(t, text, 'PORT'), '8080');
    assert.equal(await read(t, text, 'WORKERS'), '2');
  });

  test('a settings file that does not exist is refused', () => {
    assert.throws(() => readConfig({ GRIDTIDE_SETTINGS: '/nowhere/s.env' }), {
      message: 'the settings file: cannot read /nowhere/s.env: there is no such file',
    });
  });
});

suite('units of settings', () => {
  test('durations and sizes may have units, and plain numbers keep their meaning', () => {
    const { tokenLifetimeMinutes, sessions, cacheMegabytes, spool } = readConfig({
      ...{ TOKEN_LIFETIME: '60m', SESSION_IDLE: '12h', SESSION_MAX: '7d' },
      ...{ CACHE_MB: '1GB', SPOOL_MB: '64 mb' },
    });
    assert.equal(tokenLifetimeMinutes, 60);
    assert.deepEqual(sessions, { idleMinutes: 720, maxMinutes: 10_080 });
    assert.deepEqual([cacheMegabytes, spool.megabytes], [1_000, 64]);
    assert.equal(readConfig({ TOKEN_LIFETIME: '90' }).tokenLifetimeMinutes, 90);
    assert.equal(readConfig({ TOKEN_LIFETIME: '120s' }).tokenLifetimeMinutes, 2);
  });

  for (const text of [
    '90s',
    '1.5h',
    '-1h',
    '0m',
    '5w',
    'h',
    '400d',
    '60 m m',
    'constructor',
    '1constructor',
  ]) {
    test(`TOKEN_LIFETIME=${text} is refused`, () => {
      assert.throws(() => readConfig({ TOKEN_LIFETIME: text }), {
        message: `TOKEN_LIFETIME must be a whole number from 1 to 527040 of minutes, or a duration such as 30m, 12h or 7d, not "${text}"`,
      });
    });
  }

  test('CACHE_MB refuses other units', () => {
    assert.throws(
      () => readConfig({ CACHE_MB: '64MiB' }),
      /of MB, or a size such as 64MB or 2GB, not "64MiB"$/,
    );
  });
});
