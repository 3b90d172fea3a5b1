// /api/v1/links: who makes, lists and revokes links, and which questions they may ask.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { hashSecret } from '#accounts/secrets';
import type { RefusalCode } from '#core/refusal-table';
import { PASSWORD } from '../../../../../harness/world/world.ts';
import { assertRefused } from '../../../request/assert-refused.ts';
import { openBrowser } from '../session/browser.ts';
import { look, makeLink, NOW, openLinkWorld, PRICE, revoke } from './link-world.ts';

const world = await openLinkWorld({ after });
await world.addUser('anna', 'everything');
const listOf = async (as = 'trader') => (await world.get('/api/v1/links', as)).body.links;

describe('links for spreadsheets', () => {
  it('a link is shown once with its secret, and listed without', async () => {
    const body = {
      path: '/api/v1/series/DEHRPRICE',
      query: { from: ' today-1 ', to: 'today', resolution: '', sep: ';', decimal: 'comma' },
      name: 'Prices for the desk',
      expires: '2026-12-31',
    };
    const made = await world.post('/api/v1/links', body, 'anna');
    assert.equal(made.status, 201, made.text);
    assert.equal(made.headers['cache-control'], 'no-store');
    const { link, ...facts } = made.body;
    assert.match(link, /^\/l\/gtl_\w{49}$/);
    const entry = {
      id: hashSecret(link.slice('/l/'.length)).slice(0, 16),
      name: 'Prices for the desk',
      path: PRICE,
      query: { from: 'today-1', to: 'today', sep: ';', decimal: 'comma' },
      created: NOW,
      lastUsed: null,
      expires: '2026-12-31T23:00:00Z',
    };
    assert.deepEqual(facts, entry);
    assert.deepEqual(await listOf('anna'), [entry]);
    assert.equal((await look(world, link)).status, 200);
    await world.signIn.keyUses.flush();
    assert.deepEqual(await listOf('anna'), [{ ...entry, lastUsed: NOW }]);
  });

  it('only a hash of the secret is stored', async () => {
    const { link } = await makeLink(world);
    const links = await world.store.accounts.links();
    const { id } = (await world.store.accounts.findUser('trader'))!;
    const stored = JSON.stringify(await links.listLinks(id));
    const secret = link.slice('/l/'.length);
    assert.equal(stored.includes(secret), false);
    assert.ok(stored.includes(hashSecret(secret)));
  });

  it('a link is revoked by its owner alone, and at once', async () => {
    const { id, link } = await makeLink(world);
    assertRefused(await revoke(world, id, 'anna'), 404, 'link_unknown');
    assert.equal((await look(world, link)).status, 200);
    const revoked = await revoke(world, id);
    assert.deepEqual([revoked.status, revoked.text], [204, '']);
    assertRefused(await look(world, link), 404, 'link_unknown');
    assertRefused(await revoke(world, id), 404, 'link_unknown');
    assert.ok((await listOf()).every((one: { id: string }) => one.id !== id));
  });

  it('a key lists links, but makes and revokes none', async () => {
    const { id } = await makeLink(world);
    const headers = { authorization: `Bearer ${await world.key('trader', 'reader')}` };
    const listed = await world.get('/api/v1/links', null, headers);
    assert.equal(listed.status, 200);
    const sent = { ...headers, 'content-type': 'application/json' };
    const payload = JSON.stringify({ path: PRICE });
    const made = await world.raw({ method: 'POST', url: '/api/v1/links', headers: sent, payload });
    assertRefused(made, 403, 'session_needed');
    const gone = await world.raw({ method: 'DELETE', url: `/api/v1/links/${id}`, headers });
    assertRefused(gone, 403, 'session_needed');
  });

  it('a session makes links, unless another site sends its cookie', async () => {
    const browser = await openBrowser(world);
    const body = { path: PRICE };
    const foreign = await browser.send('POST', '/api/v1/links', {
      headers: { origin: 'https://other.example' },
      body,
    });
    assertRefused(foreign, 403, 'cross_site_refused');
    assert.equal((await browser.send('POST', '/api/v1/links', { body })).status, 201);
  });

  it('a link makes no caller: its secret is refused as a token and as a picture', async () => {
    const { link } = await makeLink(world);
    const secret = link.slice('/l/'.length);
    const headers = { authorization: `Bearer ${secret}` };
    assertRefused(await world.get('/api/v1/links', null, headers), 401, 'token_invalid');
    assertRefused(await look(world, `/api/v1/pictures/${secret}.png`), 404, 'link_unknown');
  });

  it('a link to a picture answers no question', async () => {
    const { body } = await world.post('/api/v1/boards', { name: 'Morning' });
    const made = await world.post(`/api/v1/boards/${body.id}/links`, {});
    const [secret] = /gtl_\w+/.exec(made.body.picture)!;
    assertRefused(await look(world, `/l/${secret}`), 404, 'link_unknown');
  });

  it('a password changed on the page ends the links made since the last one', async () => {
    await world.addUser('changer', 'everything');
    const { link } = await makeLink(world, {}, { as: 'changer' });
    const browser = await openBrowser(world, 'changer');
    const sent = { password: PASSWORD, newPassword: 'wind over the Kattegat' };
    const kept = await browser.send('POST', '/api/v1/account/password', {
      body: { ...sent, endKeys: 'none' },
    });
    assert.equal(kept.status, 200, kept.text);
    assert.equal((await look(world, link)).status, 200);
    const changed = await browser.send('POST', '/api/v1/account/password', {
      body: { password: sent.newPassword, newPassword: 'wind over the Baltic', endKeys: 'all' },
    });
    assert.equal(changed.status, 200, changed.text);
    assertRefused(await look(world, link), 404, 'link_unknown');
    assert.deepEqual((await browser.get('/api/v1/links')).body, { links: [] });
  });

  /** A body, and the refusal that it gets with the fields that are at fault. */
  const REFUSED: readonly [what: string, body: object, code: RefusalCode, fields: string[]][] = [
    ['no path', {}, 'field_missing', ['path']],
    ['another path', { path: '/api/v1/account' }, 'field_invalid', ['path']],
    ['a path with a query', { path: `${PRICE}?from=today` }, 'field_invalid', ['path']],
    ['another server', { path: `https://example.com${PRICE}` }, 'field_invalid', ['path']],
    ['a path upwards', { path: '/api/v1/series/../account' }, 'field_invalid', ['path']],
    ['an encoded slash', { path: '/api/v1/series/de%2Fprice' }, 'field_invalid', ['path']],
    ['a broken encoding', { path: '/api/v1/series/%zz' }, 'field_invalid', ['path']],
    ['an unknown series', { path: '/api/v1/series/dehrpric' }, 'series_unknown', ['path']],
    ['an unknown field', { path: PRICE, query: { form: 'x' } }, 'field_unknown', ['query.form']],
    [
      'a field of slices',
      { path: PRICE, query: { daysAhead: '1' } },
      'field_unknown',
      ['query.daysAhead'],
    ],
    [
      'decimals of a slice',
      { path: '/api/v1/forecasts/dehrprice/sliced', query: { daysAhead: '1', decimals: 'own' } },
      'field_unknown',
      ['query.decimals'],
    ],
    [
      'a slice without a lead',
      { path: '/api/v1/forecasts/dehrprice/sliced' },
      'field_missing',
      ['query.daysAhead'],
    ],
    ['a wrong keyword', { path: PRICE, query: { from: 'todya' } }, 'date_unknown', ['query.from']],
    [
      'a reversed span',
      { path: PRICE, query: { from: 'today', to: 'yesterday' } },
      'span_reversed',
      ['query.from'],
    ],
    [
      'a wrong format',
      { path: PRICE, query: { format: 'xls' } },
      'field_invalid',
      ['query.format'],
    ],
    [
      'wrong signs',
      { path: PRICE, query: { decimal: 'x', sep: '|' } },
      'field_invalid',
      ['query.decimal', 'query.sep'],
    ],
    [
      'two commas',
      { path: PRICE, query: { decimal: 'comma', sep: ',' } },
      'field_invalid',
      ['query.decimal', 'query.sep'],
    ],
    [
      'a text too long',
      { path: PRICE, query: { source: 'x'.repeat(201) } },
      'field_invalid',
      ['query.source'],
    ],
    ['a past end', { path: PRICE, expires: '2026-10-25' }, 'field_invalid', ['expires']],
    ['a name of two lines', { path: PRICE, name: 'a\nb' }, 'field_invalid', ['name']],
    ['a number in the query', { path: PRICE, query: { from: 1 } }, 'type_invalid', ['query.from']],
    ['a list as query', { path: PRICE, query: [] }, 'type_invalid', ['query']],
    ['an unknown field of the body', { path: PRICE, nam: 'x' }, 'field_unknown', ['nam']],
  ];

  for (const [what, body, code, fields] of REFUSED) {
    it(`a link with ${what} is refused, and the field is named`, async () => {
      const before = (await listOf()).length;
      const answer = await world.post('/api/v1/links', body);
      const status = code === 'series_unknown' ? 404 : 400;
      const { errors } = assertRefused(answer, status, code);
      assert.deepEqual(
        errors.map(({ field }) => field),
        fields,
      );
      assert.equal((await listOf()).length, before);
    });
  }

  it('a series outside the plan has no link', async () => {
    const body = { path: '/api/v1/series/frhrprice' };
    assertRefused(await world.post('/api/v1/links', body, 'german'), 403, 'subscription_required');
  });

  it('asOf freezes a link: a keyword becomes the instant that it means now', async () => {
    const body = { path: PRICE, query: { asOf: 'yesterday', from: 'today-1' } };
    const made = await world.post('/api/v1/links', body);
    assert.deepEqual(made.body.query, { asOf: '2026-10-25T22:59:59.999Z', from: 'today-1' });
  });
});
