// gridtide doctor: each check finds its fault, says what to do, and changes nothing.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, readFile, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { suite, type TestContext, test } from 'node:test';
import type { Finding } from '#cli/commands/doctor/finding';
import { runProgram } from '#cli/run-program';
import { VERSION } from '#version';
import { makeSelfSigned } from '../../../http/connection/self-signed.ts';
import { openTerminal, openWithPlan, type Terminal } from '../../terminal.ts';

/** Runs the doctor with the clock of this machine: it compares the clock with the times of files. */
async function examine(
  { storeUrl }: Terminal,
  env: Record<string, string> = {},
  { argv = [] as string[], now = Date.now } = {},
) {
  const written = { stdout: '', stderr: '' };
  const code = await runProgram(['doctor', '--json', ...argv], {
    stdout: { write: (text) => (written.stdout += text) },
    stderr: { write: (text) => (written.stderr += text) },
    stdin: (async function* () {})(),
    env: { STORE: storeUrl, PORT: '0', ...env },
    now,
  });
  const findings = JSON.parse(written.stdout) as Finding[];
  const all = (check: string) => findings.filter((finding) => finding.check === check);
  return { code, findings, all, of: (check: string) => all(check)[0]! };
}

async function listen(t: TestContext, answer: unknown): Promise<string> {
  const server = createServer((_, response) => response.end(JSON.stringify(answer)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return String((server.address() as AddressInfo).port);
}

suite('gridtide doctor', () => {
  test('a good store and good settings have no warning, and the exit code is 0', async (t) => {
    const terminal = await openWithPlan(t);
    const { code, findings } = await examine(terminal);
    const known = findings.filter(({ check }) => check !== 'disk');
    assert.deepEqual(
      known.map(({ check, state }) => [check, state]),
      ['settings', 'store', 'zone', 'clock', 'permissions', 'port'].map((check) => [check, 'ok']),
    );
    assert.match(findings.find(({ check }) => check === 'disk')!.message, / MB free at /);
    assert.equal(code, 0);
  });

  test('without --json each finding is one line', async (t) => {
    const terminal = await openWithPlan(t);
    const { stdout } = await terminal.run(['doctor'], { env: { PORT: '0' } });
    const lines = stdout.trim().split('\n');
    for (const line of lines) assert.match(line, /^(?:ok|warning|fault) +[a-z]+ +\S/);
    assert.match(stdout, /^ok +zone +Europe\/Berlin$/m);
    // The clock of this terminal stands still, before the files were written.
    assert.match(stdout, /^fault +clock +.*minutes later: set the clock/m);
  });

  test('a store that does not exist is a warning, and none is made', async (t) => {
    const terminal = await openTerminal(t, { hasStore: false });
    const { code, of } = await examine(terminal);
    assert.deepEqual([code, of('store').state], [0, 'warning']);
    assert.match(of('store').message, /there is no store at .*store\.db yet/);
    await assert.rejects(readFile(join(terminal.folder, 'store.db')), { code: 'ENOENT' });
  });

  test('a file that is no store, and half a store, are faults', async (t) => {
    const terminal = await openTerminal(t, { hasStore: false });
    const path = await terminal.file(
      'notes.db',
      'not a database, but long enough to look like one',
    );
    await terminal.file('notes-accounts.db', 'neither');
    const odd = await examine(terminal, { STORE: `sqlite:${path}` });
    assert.deepEqual([odd.code, odd.of('store').state], [1, 'fault']);
    const gone = await examine(terminal, { STORE: 'postgres://u:s3cret@127.0.0.1:1/d' });
    assert.equal(gone.of('store').state, 'fault');
    assert.doesNotMatch(JSON.stringify(gone.findings), /s3cret/);
  });

  test('a store of an earlier version is told and not changed; one of a newer version is a fault', async (t) => {
    const terminal = await openWithPlan(t);
    const path = join(terminal.folder, 'store.db');
    const change = (text: string) => {
      const database = new DatabaseSync(path);
      database.exec(text);
      database.close();
    };
    change(
      "UPDATE applied_migration SET number = 900, name = 'later' WHERE number = (SELECT MAX(number) FROM applied_migration)",
    );
    const newer = await examine(terminal);
    assert.equal(newer.of('store').state, 'fault');
    assert.match(newer.of('store').message, /last used by a newer Gridtide: its migration 900/);
    change('DELETE FROM applied_migration WHERE number = 900');
    const older = await examine(terminal);
    assert.equal(older.of('store').state, 'warning');
    assert.match(older.of('store').message, /is of an earlier version: 1 migration due/);
    assert.equal((await examine(terminal)).of('store').state, 'warning');
  });

  test('another zone than that of the store is a fault', async (t) => {
    const terminal = await openWithPlan(t);
    await terminal.withStore((store) => store.putSetting('market_time_zone', 'Europe/Berlin'));
    const { code, of } = await examine(terminal, { MARKET_TIME_ZONE: 'Europe/London' });
    assert.deepEqual([code, of('zone').state], [1, 'fault']);
    assert.match(of('zone').remedy!, /set MARKET_TIME_ZONE=Europe\/Berlin/);
  });

  test('a clock behind the files or before the first version is a fault', async (t) => {
    const terminal = await openWithPlan(t);
    const later = Date.now() / 1000 + 86_400;
    await utimes(join(terminal.folder, 'store.db'), later, later);
    assert.match((await examine(terminal)).of('clock').message, /written 1,4\d\d minutes later$/);
    const early = await examine(await openTerminal(t), {}, { now: () => 0 });
    assert.match(early.of('clock').message, /the clock says 1970-01-01T00:00:00Z/);
  });

  test('a store that every user can read is a warning', async (t) => {
    const terminal = await openWithPlan(t);
    await chmod(terminal.folder, 0o755);
    await chmod(join(terminal.folder, 'store.db'), 0o644);
    const { all } = await examine(terminal);
    const [found] = all('permissions').filter(({ remedy }) => remedy?.startsWith('chmod'));
    assert.match(found!.message, /every user of this machine can read .*store\.db$/);
  });

  test('a port is free, served by Gridtide of this or another version, or taken', async (t) => {
    const terminal = await openWithPlan(t);
    for (const [answer, state, message] of [
      [{ name: 'Gridtide', version: VERSION }, 'ok', /^Gridtide .* serves http:\/\/127\.0\.0\.1:/],
      [
        { name: 'Gridtide', version: '99.0.0' },
        'warning',
        /^Gridtide 99\.0\.0 serves .*, and this is /,
      ],
      [
        { name: 'Gridtide', version: '\u001b[31m' },
        'fault',
        /is in use, and Gridtide does not answer/,
      ],
      [{ name: 'Other' }, 'fault', /is in use, and Gridtide does not answer there$/],
    ] as const) {
      const PORT = await listen(t, answer);
      const { of } = await examine(terminal, { PORT });
      assert.equal(of('port').state, state);
      assert.match(of('port').message, message);
    }
    const nowhere = await examine(terminal, { HOST: '203.0.113.1' });
    assert.match(nowhere.of('port').message, /203\.0\.113\.1 is no address of this machine/);
  });

  test('settings that make no sense, do not count or mean nothing are told with their names', async (t) => {
    const terminal = await openWithPlan(t);
    const odd = await examine(terminal, { GRIDTIDE_PROT: '1', GRIDTIDE_PORT: '0', PORT: '1' });
    assert.deepEqual(
      odd.all('settings').map(({ message }) => message),
      [
        'GRIDTIDE_PROT is no setting (did you mean GRIDTIDE_PORT?)',
        'PORT comes from GRIDTIDE_PORT; PORT does not count',
      ],
    );
    assert.equal(odd.code, 0);
    const wrong = await examine(terminal, { WORKERS: 'many' });
    assert.equal(wrong.code, 1);
    assert.match(wrong.all('settings').at(-1)!.message, /^WORKERS must be a whole number/);
  });

  test('a certificate that ends soon, what is collected without a key, and a proxy are told', async (t) => {
    const terminal = await openWithPlan(t);
    const { cert, key } = makeSelfSigned();
    const TLS_CERT = await terminal.file('cert.pem', cert);
    const TLS_KEY = await terminal.file('key.pem', key);
    const sources = [{ source: 'entsoe', what: ['prices'], areas: ['DE'], every: '1h' }];
    const COLLECT = await terminal.file('collect.json', JSON.stringify({ sources }));
    const HTTPS_PROXY = 'http://u:s3cret@proxy.example.com:3128';
    const { of, findings } = await examine(terminal, { TLS_CERT, TLS_KEY, COLLECT, HTTPS_PROXY });
    assert.equal(of('certificate').state, 'warning');
    assert.match(of('collecting').message, /entsoe needs a key: set ENTSOE_TOKEN/);
    assert.match(
      of('proxy').message,
      /through http:\/\/proxy\.example\.com:3128; webhooks are not/,
    );
    assert.doesNotMatch(JSON.stringify(findings), /s3cret/);
    const socks = await examine(terminal, { HTTPS_PROXY: 'socks5://u:s3cret@h:1' });
    assert.equal(socks.of('proxy').state, 'fault');
    assert.doesNotMatch(JSON.stringify(socks.findings), /s3cret/);
    await writeFile(TLS_CERT, 'x');
    assert.equal((await examine(terminal, { TLS_CERT, TLS_KEY })).of('certificate').state, 'fault');
  });

  test('sources are asked only with --sources, and through the proxy', async (t) => {
    const terminal = await openWithPlan(t);
    const asked: string[] = [];
    const proxy = createServer();
    proxy.on('connect', (request, socket) => {
      asked.push(request.url!);
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    t.after(() => proxy.close());
    const HTTPS_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    assert.deepEqual((await examine(terminal, { HTTPS_PROXY })).all('sources'), []);
    assert.equal(asked.length, 0);
    const { code, all } = await examine(terminal, { HTTPS_PROXY }, { argv: ['--sources'] });
    assert.equal(code, 1);
    const others = ['web-api.tp.entsoe.eu:443', 'www.ecb.europa.eu:443'];
    assert.deepEqual(asked.splice(0).sort(), [
      'api.open-meteo.com:443',
      'previous-runs-api.open-meteo.com:443',
      ...others,
    ]);
    for (const { state, remedy } of all('sources')) {
      assert.deepEqual([state, remedy], ['fault', 'see the firewall, HTTPS_PROXY and NO_PROXY']);
    }
    const argv = ['--sources'];
    await examine(terminal, { HTTPS_PROXY, OPEN_METEO_KEY: 'k' }, { argv });
    assert.ok(asked.splice(0).includes('customer-api.open-meteo.com:443'));
    // The operator's own server is asked instead.
    const OPEN_METEO_URL = 'http://weather.example.com';
    await examine(terminal, { HTTPS_PROXY, OPEN_METEO_URL }, { argv });
    assert.deepEqual(asked.sort(), others);
  });
});
