// GET /l/{link}: what a link answers in each format, on hard days, and as spreadsheets ask for it.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { Answer } from '../../../../../harness/world/world.ts';
import { readCells, unzip } from '../../../../exporters/read-back.ts';
import { assertRefused } from '../../../request/assert-refused.ts';
import { EXCEL, GOOGLE, linesOf, look, makeLink, openLinkWorld, PRICE } from './link-world.ts';

const world = await openLinkWorld({ after });
const NIGHT = { from: '2026-10-25T01:00', to: '2026-10-25T03:00' };

/** The headers that every answer of a link has. */
function assertPrivate({ headers, status }: Answer): void {
  assert.match(String(headers['cache-control']), /^(?:no-store|private, no-cache)$/, `${status}`);
  assert.equal(headers['referrer-policy'], 'no-referrer');
  assert.equal(headers['x-robots-tag'], 'noindex');
}

const bytesOf = async (url: string): Promise<Buffer> =>
  (await world.app.inject({ method: 'GET', url })).rawPayload;

describe('the answer of a link', () => {
  it('CSV has market time, values with their kind, and tells the two hours of the change apart', async () => {
    const { link } = await makeLink(world, NIGHT);
    const answer = await look(world, link, GOOGLE);
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8');
    assert.equal(answer.headers['content-disposition'], 'attachment; filename="dehrprice.csv"');
    assertPrivate(answer);
    assert.deepEqual(linesOf(answer), [
      'time,value,kind,offset',
      '2026-10-25 01:00,49.25,observed,UTC+02:00',
      '2026-10-25 02:00,,,UTC+02:00',
      '2026-10-25 02:00,51.25,observed,UTC+01:00',
      '2026-10-25 03:00,52.25,observed,UTC+01:00',
    ]);
  });

  it('values behind the last observed one are forecasts', async () => {
    const { link } = await makeLink(world, { from: 'today', to: 'today' });
    const kinds = linesOf(await look(world, link)).map((line) => line.split(',')[2]);
    assert.deepEqual(
      [kinds.length, kinds[22], kinds[23], kinds[24]],
      [...[25, 'observed', 'observed', 'forecast']],
    );
    const days = await makeLink(world, { from: 'today', to: 'today', resolution: 'day' });
    assert.deepEqual(
      linesOf(await look(world, days.link)).map((line) => line.split(',')[2]),
      [...['kind', 'mixed']],
    );
  });

  it('a workbook has real dates, and a page has a table', async () => {
    const { link } = await makeLink(world, NIGHT);
    const files = unzip(await bytesOf(`${link}?format=xlsx`));
    const cells = readCells(files['xl/worksheets/sheet1.xml']!);
    const texts = ['A3', 'B3', 'A4', 'B4'].map(
      (place) => cells.find((cell) => cell.place === place)?.text,
    );
    assert.deepEqual(texts, ['46320.08333333333', undefined, '46320.08333333333', '51.25']);
    const page = await look(world, `${link}?format=html&decimal=comma`, EXCEL);
    assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(page.headers['content-disposition'], undefined);
    assert.match(page.text, /<td>2026-10-25 03:00<\/td><td>52,25<\/td><td>observed<\/td>/);
    assertPrivate(page);
  });

  it('JSON is the document of the path itself', async () => {
    const { link } = await makeLink(world, { ...NIGHT, format: 'json', kinds: 'true' });
    const answer = await look(world, link);
    const own = await world.get(`${PRICE}?from=${NIGHT.from}&to=${NIGHT.to}&kinds=true`);
    assert.equal(answer.text, own.text);
    assertPrivate(answer);
  });

  it('runs and counts are columns if the question asks for them', async () => {
    const asked = { from: 'today', to: 'today', resolution: 'day', counts: 'true', kinds: 'true' };
    const { link } = await makeLink(world, asked);
    assert.deepEqual(linesOf(await look(world, link)), [
      'time,value,kind,count,expected,run',
      '2026-10-26,81.65625,mixed,24,24,2026-10-26 07:00:00',
    ]);
    const own = await look(world, `${link}?decimals=own`);
    assert.equal(linesOf(own)[1], '2026-10-26,81.66,mixed,24,24,2026-10-26 07:00:00');
  });

  it('a slice is answered like a series, in market time', async () => {
    const path = '/api/v1/forecasts/dehrprice/sliced';
    const asked = { daysAhead: '0', from: '2026-10-26T12:00', to: '2026-10-26T12:00' };
    const { link } = await makeLink(world, asked, { path });
    assert.deepEqual(linesOf(await look(world, `${link}?decimal=comma`)), [
      'time;value;analyzedTime;recordedAt;source;leadHours;offset',
      '2026-10-26 12:00;11;2026-10-26 07:00:00;2026-10-26 10:00:00;gridtide;5;UTC+01:00',
    ]);
    assertRefused(await look(world, `${link}?decimals=own`), 400, 'field_invalid');
    const json = await look(world, `${link}?format=json`);
    assert.equal(json.body.data.length, 1);
    assert.match(String(await bytesOf(`${link}?format=xlsx`)), /^PK/);
  });

  it('the options of the address come before those of the question', async () => {
    const { link } = await makeLink(world, { ...NIGHT, decimal: 'comma' });
    assert.equal(linesOf(await look(world, link))[1], '2026-10-25 01:00;49,25;observed;UTC+02:00');
    for (const [options, expected] of [
      ['decimal=point', '2026-10-25 01:00,49.25,observed,UTC+02:00'],
      ['decimal=point&sep=;', '2026-10-25 01:00;49.25;observed;UTC+02:00'],
      ['decimal=point&sep=%3B', '2026-10-25 01:00;49.25;observed;UTC+02:00'],
      ['sep=tab', '2026-10-25 01:00\t49,25\tobserved\tUTC+02:00'],
      ['sep=SEMICOLON&format=', '2026-10-25 01:00;49,25;observed;UTC+02:00'],
    ] as const) {
      assert.equal(linesOf(await look(world, `${link}?${options}`))[1], expected, options);
    }
  });

  it('an address with anything else is refused, and the link shows no more than its question', async () => {
    const { link } = await makeLink(world, NIGHT);
    for (const [query, field] of [
      ['from=first', 'from'],
      ['to=last', 'to'],
      ['asOf=2026-10-01', 'asOf'],
      ['kinds=true', 'kinds'],
      ['currency=NOK', 'currency'],
      ['x=1', 'x'],
    ] as const) {
      const { errors } = assertRefused(await look(world, `${link}?${query}`), 400, 'field_unknown');
      assert.equal(errors[0]!.field, field);
      assert.deepEqual(errors[0]!.allowed, ['format', 'decimal', 'sep', 'decimals']);
    }
    for (const query of ['format=parquet', 'sep=|', 'decimal=komma', 'decimals=2']) {
      assertRefused(await look(world, `${link}?${query}`), 400, 'field_invalid');
    }
    assertRefused(await look(world, `${link}?decimal=comma&sep=,`), 400, 'field_invalid');
    assertRefused(await look(world, `${link}?format=csv&format=xlsx`), 400, 'type_invalid');
    assertPrivate(await look(world, `${link}?x=1`));
    assertPrivate(await look(world, `${link}?format=csv&format=xlsx`));
  });

  it('HEAD tells what GET would, and a repeated request is told that nothing changed', async () => {
    const { link } = await makeLink(world, NIGHT);
    const first = await look(world, link, EXCEL);
    const head = await look(world, link, EXCEL, 'HEAD');
    assert.deepEqual([head.status, head.text], [200, '']);
    for (const name of ['etag', 'content-type', 'content-length', 'x-robots-tag']) {
      assert.equal(head.headers[name], first.headers[name], name);
    }
    for (let i = 0; i < 5; i++) {
      assert.equal((await look(world, link, GOOGLE)).text, first.text);
    }
    const etag = String(first.headers.etag);
    const same = await look(world, link, { ...EXCEL, 'if-none-match': etag });
    assert.deepEqual([same.status, same.text], [304, '']);
    assertPrivate(same);
    const other = await look(world, `${link}?decimal=comma`, { 'if-none-match': etag });
    assert.equal(other.status, 200);
  });

  it('an answer is compressed for a program that says it can read that', async () => {
    const { link } = await makeLink(world, { from: 'first', to: 'last' });
    const plain = await look(world, link);
    const { headers, rawPayload } = await world.app.inject({
      method: 'GET',
      url: link,
      headers: { ...EXCEL, 'accept-encoding': 'gzip, deflate' },
    });
    assert.equal(headers['content-encoding'], 'gzip');
    assert.match(String(headers.vary), /Accept-Encoding/);
    assert.notEqual(headers.etag, plain.headers.etag);
    assert.equal(headers['x-robots-tag'], 'noindex');
    assert.equal(String(gunzipSync(rawPayload)), plain.text);
  });

  it('a link is read by GET and HEAD alone', async () => {
    const { link } = await makeLink(world, NIGHT);
    for (const method of ['POST', 'PUT', 'DELETE']) {
      assertRefused(await look(world, link, {}, method), 405, 'method_not_allowed');
    }
  });

  it('credentials beside a link are not looked at', async () => {
    const { link } = await makeLink(world, NIGHT);
    const german = { authorization: `Bearer ${await world.token('german')}` };
    for (const headers of [german, { authorization: 'Basic eDp5' }, { cookie: 'a=b' }]) {
      assert.equal((await look(world, link, headers)).status, 200);
    }
  });

  it('keywords move with time, and asOf freezes', async (t) => {
    const moving = await makeLink(world, { from: 'yesterday', to: 'yesterday', resolution: 'day' });
    const asOf = '2026-10-26T09:00:00Z';
    const frozen = await makeLink(world, { from: 'yesterday', to: 'yesterday', asOf });
    const dayOf = async (link: string) => linesOf(await look(world, link))[1]!.slice(0, 10);
    const before = (await look(world, frozen.link)).text;
    t.after(() => world.setNow('2026-10-26T09:00:00Z'));
    world.setNow('2026-10-27T09:00:00Z');
    await world.load({ code: 'dehrprice', from: '2026-10-25T00:00:00Z', values: [777] });
    assert.equal(await dayOf(moving.link), '2026-10-26');
    const after = await look(world, frozen.link);
    assert.equal(after.text, before);
    assert.ok(!after.text.includes('777'));
  });

  it('a large answer is the same from a stream', async () => {
    const values = Array.from({ length: 30_000 }, (_, i) => i / 4);
    await world.load({ code: 'delong', from: '2020-01-01T00:00:00Z', values });
    const { link } = await makeLink(world, {}, { path: '/api/v1/series/delong' });
    const lines = linesOf(await look(world, link));
    assert.equal(lines.length, 30_001);
    assert.equal(lines[30_000], '2023-06-04 01:00,7499.75,observed,UTC+02:00');
    assert.match(String(await bytesOf(`${link}?format=xlsx`)), /^PK/);
  });
});
