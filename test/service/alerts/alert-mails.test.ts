// E-mails of alerts, against a real mail server: each change of state is one message, whatever fails in between.

import assert from 'node:assert/strict';
import { after, beforeEach, suite, test } from 'node:test';
import { AlertMails } from '#service/alerts/alert-mails';
import { openTransport } from '#service/alerts/mail-transport';
import { SmtpServer } from '../../../harness/smtp-server.ts';
import { openMarket } from '../open-market.ts';
import { AlertMarket, ZONE } from './alert-market.ts';

const NOON = '2024-05-17T10:00:00Z';
const TOMORROW = '2024-05-17T22:00:00Z';
const FROM = 'gridtide@example.com';
const { store } = await openMarket(after);
const server = await SmtpServer.start({ after });

let market: AlertMarket;
const warnings: object[] = [];
const logger = { warn: (facts: object) => void warnings.push(facts) };

/** The deliverer of a process that has just begun. */
const openMails = (smtpUrl: string | undefined = server.url): AlertMails => {
  const transport = smtpUrl === '' ? undefined : openTransport({ smtpUrl, from: FROM });
  return new AlertMails({
    store,
    zone: ZONE,
    clock: () => market.now,
    logger,
    transport,
    from: FROM,
  });
};

const notes = async () =>
  (await (await store.openAlerts()).listChanges(`rule-${market.code}`, 10)).map(
    ({ kind, mailNote }) => `${kind}: ${mailNote}`,
  );
const header = (text: string, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(text)?.[1];

beforeEach(async () => {
  server.received.length = 0;
  server.refusals.length = 0;
  server.isDown = false;
  market = await AlertMarket.open(store, NOON);
  await market.addRule('SERIES < 0 within tomorrow', {
    emails: ['desk@example.com', 'b@example.com'],
  });
});

suite('e-mails of alerts', () => {
  test('a change to firing and a change back are one message each', async () => {
    const mails = openMails();
    await market.write(TOMORROW, -12.5);
    await market.pass();
    assert.equal(await mails.pass(), 1);
    assert.equal(await mails.pass(), 0);
    await market.write(TOMORROW, 5);
    await market.pass();
    assert.equal(await mails.pass(), 1);
    const [fired, resolved, ...others] = server.received;
    assert.deepEqual(others, []);
    assert.deepEqual(fired!.to, ['desk@example.com', 'b@example.com']);
    assert.equal(header(fired!.text, 'Subject'), `[firing] ${market.code}: ${market.code}`);
    assert.equal(header(fired!.text, 'From'), FROM);
    assert.match(fired!.text, /the lowest is -12\.5 EUR\/MWh at 2024-05-18 00:00/);
    assert.equal(header(resolved!.text, 'Subject'), `[resolved] ${market.code}: ${market.code}`);
    assert.deepEqual(await notes(), ['resolved: sent', 'firing: sent']);
    await market.removeRule();
  });

  test('a process that is killed between the decision and the sending leaves the message to the next', async () => {
    await market.write(TOMORROW, -1);
    await market.pass();
    market.restart();
    await market.pass();
    assert.equal(await openMails().pass(), 1);
    assert.equal(server.received.length, 1);
    await market.removeRule();
  });

  test('a message whose sending was not noted is sent again with the same Message-ID', async () => {
    await market.write(TOMORROW, -1);
    await market.pass();
    await openMails().pass();
    const again = { mailAt: market.now, mailTries: 0, mailNote: null };
    const [change] = await (await store.openAlerts()).listChanges(`rule-${market.code}`, 1);
    await store.write(async (w) => (await w.openAlerts()).noteMail(change!.id, again));
    await openMails().pass();
    const ids = server.received.map(({ text }) => header(text, 'Message-ID'));
    assert.equal(ids.length, 2);
    assert.ok(ids[0]);
    assert.equal(ids[0], ids[1]);
    await market.removeRule();
  });

  test('a mail server that is down is asked again after growing pauses, and the order is kept', async () => {
    server.isDown = true;
    const mails = openMails();
    await market.write(TOMORROW, -1);
    await market.pass();
    assert.equal(await mails.pass(), 0);
    await market.write(TOMORROW, 1);
    await market.pass();
    server.isDown = false;
    assert.equal(await mails.pass(), 0);
    market.setNow('2024-05-17T10:01:00Z');
    assert.equal(await mails.pass(), 2);
    const subjects = server.received.map(({ text }) => header(text, 'Subject')!.split(' ')[0]);
    assert.deepEqual(subjects, ['[firing]', '[resolved]']);
    await market.removeRule();
  });

  test('a mail server that refuses for now is asked again, one that refuses all addresses is not', async () => {
    server.refusals.push('451 later', '451 later');
    const mails = openMails();
    await market.write(TOMORROW, -1);
    await market.pass();
    assert.equal(await mails.pass(), 0);
    assert.match((await notes())[0]!, /451/);
    market.setNow('2024-05-17T10:01:00Z');
    server.refusals.push('550 no such user', '550 no such user');
    assert.equal(await mails.pass(), 0);
    assert.match((await notes())[0]!, /given up: .*550/);
    market.setNow('2024-05-17T12:00:00Z');
    assert.equal(await mails.pass(), 0);
    assert.deepEqual(server.received, []);
    assert.doesNotMatch(JSON.stringify(warnings), /127\.0\.0\.1/);
    await market.removeRule();
  });

  test('a server without SMTP_URL notes that it sends nothing', async () => {
    await market.write(TOMORROW, -1);
    await market.pass();
    assert.equal(await openMails('').pass(), 0);
    assert.deepEqual(await notes(), ['firing: not sent: this server has no SMTP_URL']);
    await market.removeRule();
  });
});
