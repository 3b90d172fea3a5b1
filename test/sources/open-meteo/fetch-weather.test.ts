// gridtide fetch open-meteo with a server that replays answers, limits and faults.

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { openFetchTerminal } from '../entsoe/fetch-terminal.ts';
import { answer, cutOff, type Reply, replay } from '../replay-server.ts';
import { answerTo } from './weather-answers.ts';

/** The clock of the terminal. */
const NOW = '2026-11-15T12:00:00Z';
const KEY = 'c0ffee-key-of-a-customer';
const ASK = ['open-meteo', '--area', 'DK2', '--what', 'icon', '--from', '2026-11-14'];

const weather: Reply = (response, url) => {
  response.end(JSON.stringify(answerTo(url, NOW)));
};

suite('gridtide fetch open-meteo', () => {
  test('fetch stores runs, says what was new, and finds them again', async (t) => {
    const terminal = await openFetchTerminal(t);
    const server = await replay(t, weather);
    const argv = [...ASK, '--base-url', server.baseUrl];
    const { code, stdout, stderr } = await terminal.run(argv);
    assert.deepEqual([code, stderr], [0, '']);
    assert.equal(
      stdout,
      'DK2 icon 2026-11-13 to 2026-11-15: 0 points (0 new, 0 changed, 0 same), 18 runs (18 new, 0 changed, 0 same) in 3 series\n' +
        'DK2 icon from now on: 0 points (0 new, 0 changed, 0 same), 3 runs (3 new, 0 changed, 0 same) in 3 series\n',
    );
    assert.deepEqual(
      server.asked.map(({ pathname }) => pathname),
      ['/api/v1/forecast', '/api/v1/forecast'],
    );
    assert.equal(server.asked[0]!.searchParams.get('apikey'), null);
    const again = await terminal.run(argv);
    assert.match(again.stdout, /18 runs \(0 new, 0 changed, 18 same\)/);
    assert.match(again.stdout, /3 runs \(0 new, 0 changed, 3 same\)/);
  });

  test('a server of OPEN_METEO_URL or --base-url is asked without the key', async (t) => {
    const terminal = await openFetchTerminal(t);
    const server = await replay(t, weather);
    const env = {
      OPEN_METEO_URL: server.baseUrl.replace('127.0.0.1', 'localhost'),
      OPEN_METEO_KEY: KEY,
    };
    const own = await terminal.run(ASK, env);
    assert.deepEqual([own.code, own.stderr], [0, '']);
    await terminal.run([...ASK, '--base-url', server.baseUrl], { OPEN_METEO_KEY: KEY });
    assert.equal(server.asked.length, 4);
    for (const { href } of server.asked) assert.ok(!href.includes(KEY));
  });

  test('an OPEN_METEO_URL that is none is refused, and not repeated', async (t) => {
    const terminal = await openFetchTerminal(t);
    for (const url of ['ftp://x', 'weather', 'http://user:s3cret@weather.example.com']) {
      const { code, stdout, stderr } = await terminal.run(ASK, { OPEN_METEO_URL: url });
      assert.equal(code, 1);
      assert.match(stderr, /OPEN_METEO_URL must be an address such as/);
      assert.ok(!`${stdout}${stderr}`.includes('s3cret'));
    }
  });

  test('fetch waits if the service asks for it or fails, and goes on', async (t) => {
    const terminal = await openFetchTerminal(t);
    const limit = JSON.stringify({ error: true, reason: 'Minutely API request limit exceeded.' });
    const server = await replay(
      t,
      answer(limit, 429, { 'retry-after': '0' }),
      answer('', 500),
      weather,
    );
    const { code, stdout, stderr } = await terminal.run([...ASK, '--base-url', server.baseUrl]);
    assert.equal(code, 0);
    assert.match(stdout, /18 new/);
    assert.match(stderr, /the server answered 429; trying again in 1 s\n/);
    assert.match(stderr, /the server answered 500; trying again in \d s\n/);
  });

  const faults: [string, Reply, RegExp][] = [
    [
      'a mistake in the request that repeats the key',
      answer(JSON.stringify({ error: true, reason: `bad ${KEY}` }), 400),
      /DK2 icon 2026-11-13 to 2026-11-15: Open-Meteo refused: bad …\n$/,
    ],
    [
      'a wrong key',
      answer(`<html>${KEY}</html>`, 403),
      /the server answered 403: …; is the key in OPEN_METEO_KEY right\?\n$/,
    ],
    ['a page', answer('<html></html>'), /this is not sound JSON; it begins with "<html>/],
    ['half an answer', answer('[{"latitude": 5'), /this is not sound JSON.* 15 characters\n$/],
    ['an empty answer', answer(''), /this is not sound JSON/],
    ['a redirect', answer('', 302, { location: 'http://127.0.0.1:1/' }), /the server answered 302/],
  ];
  for (const [what, reply, message] of faults) {
    test(`${what} ends in one line without the key, and nothing is stored`, async (t) => {
      const terminal = await openFetchTerminal(t);
      const server = await replay(t, reply);
      const argv = [...ASK, '--base-url', server.baseUrl];
      const { code, stdout, stderr } = await terminal.run(argv, { OPEN_METEO_KEY: KEY });
      assert.equal(code, 1);
      assert.match(stderr, message);
      assert.equal(stderr.split('\n').length, 2);
      assert.ok(!`${stdout}${stderr}`.includes(KEY));
      assert.equal(await terminal.valuesOf('dk2hrtemp', NOW, 1), undefined);
    });
  }

  test('a connection that is cut is tried again', async (t) => {
    const terminal = await openFetchTerminal(t);
    const server = await replay(t, cutOff('[{"latitude"'), weather);
    const { code, stderr } = await terminal.run([...ASK, '--base-url', server.baseUrl]);
    assert.equal(code, 0);
    assert.match(stderr, /the connection failed/);
  });

  test('--save keeps answers with what was asked, which fetch reads again without a change', async (t) => {
    const terminal = await openFetchTerminal(t);
    const server = await replay(t, weather);
    const folder = join(terminal.folder, 'saved');
    await terminal.run([...ASK, '--base-url', server.baseUrl, '--save', folder], {
      OPEN_METEO_KEY: KEY,
    });
    const names = (await readdir(folder)).sort();
    assert.deepEqual(names, [
      'open-meteo-dk2-icon-2026-11-13-to-2026-11-15-asked-20261115T120000Z.json',
      'open-meteo-dk2-icon-from-now-on-asked-20261115T120000Z.json',
    ]);
    const paths = names.map((name) => join(folder, name));
    for (const path of paths) assert.ok(!(await readFile(path, 'utf8')).includes(KEY));
    const { code, stdout } = await terminal.run(['open-meteo', ...paths]);
    assert.equal(code, 0);
    assert.match(
      stdout,
      /18 runs \(0 new, 0 changed, 18 same\)[\s\S]*3 runs \(0 new, 0 changed, 3 same\)/,
    );
  });

  test('fetch without areas or a model says what is missing', async (t) => {
    const terminal = await openFetchTerminal(t);
    const noModel = await terminal.run(['open-meteo', '--area', 'DE', '--from', 'today']);
    assert.match(noModel.stderr, /--what missing: icon, ecmwf, gfs, arpege, ukmo, best/);
    const noArea = await terminal.run(['open-meteo', '--what', 'icon', '--from', 'today']);
    assert.match(noArea.stderr, /--area missing/);
  });
});
