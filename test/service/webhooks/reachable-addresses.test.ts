// Which addresses webhooks reach: a table of attempts to get into the server's own network.

import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { after, before, suite, test } from 'node:test';
import { Refusal } from '#core/errors';
import { checkWebhook } from '#service/webhooks/check-webhook';
import { ReachableAddresses } from '#service/webhooks/reachable-addresses';
import { type Resolve, sendDelivery } from '#service/webhooks/send-delivery';
import { WebhookReceiver } from '../../../harness/webhooks/webhook-receiver.ts';

const REFUSED = [
  ...['127.0.0.1', '127.1.2.3', '0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.255', '100.64.0.1'],
  ...['169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.1', '192.0.2.1', '192.168.1.1'],
  ...['198.18.0.1', '198.51.100.1', '203.0.113.9', '224.0.0.1', '239.1.1.1', '240.0.0.1'],
  ...['255.255.255.255', '::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1'],
  ...['64:ff9b::7f00:1', '100::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fe80::1%eth0'],
  ...['fec0::1', 'ff02::1', '2001::1', '2001:db8::1', '2002:7f00:1::1', '3fff::1'],
  ...['localhost', '', 'nonsense'],
];
const REACHED = ['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00::1'];

const none = new ReachableAddresses([]);

const given = (url: string, allowed: readonly string[] = []) =>
  checkWebhook({ url }, new ReachableAddresses(allowed));

suite('addresses that webhooks reach', () => {
  test('no address of the server’s own network is reached', () => {
    for (const address of REFUSED) assert.equal(none.mayReach('host', address), false, address);
    for (const address of REACHED) assert.equal(none.mayReach('host', address), true, address);
  });

  test('WEBHOOK_ALLOW opens the hosts, addresses and subnets that it names, and no others', () => {
    const some = new ReachableAddresses(['Hooks.Local', '10.1.0.0/16', '127.0.0.1', 'fd00::/8']);
    for (const [host, address, isReached] of [
      ['hooks.local', '192.168.0.9', true],
      ['hooks.local.', '::1', true],
      ['other.local', '192.168.0.9', false],
      ['x', '10.1.2.3', true],
      ['x', '10.2.0.1', false],
      ['x', '127.0.0.1', true],
      ['x', '127.0.0.2', false],
      ['x', 'fd12::1', true],
      ['x', 'fe80::1', false],
    ] as const) {
      assert.equal(some.mayReach(host, address), isReached, `${host} ${address}`);
    }
    assert.deepEqual(
      ['hooks.local', '10.1.9.9', '[fd00::1]', '8.8.8.8', 'example.com'].map((host) =>
        some.names(host),
      ),
      [true, true, true, false, false],
    );
  });

  test('an address is refused that is no https, has a user or a fragment, or is private in any spelling', () => {
    for (const url of [
      ...['', 'nonsense', '/in', 'ftp://example.com/', 'file:///etc/passwd', 'javascript:1'],
      ...['http://example.com/', 'https://user@example.com/', 'https://:pw@example.com/'],
      ...['https://example.com/#a', `https://example.com/${'a'.repeat(2_000)}`],
      ...['https://127.0.0.1/', 'https://0x7f.1/', 'https://2130706433/', 'https://0177.0.0.1/'],
      ...['https://[::1]/', 'https://[::ffff:127.0.0.1]/', 'https://[::ffff:7f00:1]/'],
      ...['https://169.254.169.254/latest/meta-data/', 'https://0/', 'https://１２７.0.0.1/'],
    ]) {
      assert.throws(
        () => given(url),
        (error: unknown) => error instanceof Refusal && error.faults[0]!.field === 'url',
        url,
      );
    }
    assert.equal(given(' https://example.com/in?a=b ').url, 'https://example.com/in?a=b');
    assert.equal(given('http://127.0.0.1:8/', ['127.0.0.1']).url, 'http://127.0.0.1:8/');
    assert.equal(given('http://hooks.local/', ['hooks.local']).url, 'http://hooks.local/');
    assert.throws(() => given('http://hooks.local/', ['10.0.0.0/8']), Refusal);
  });

  test('a refusal never repeats an address, which may hold a secret', () => {
    try {
      given('http://example.com/secret-path');
      assert.fail('it was taken');
    } catch (error) {
      assert.doesNotMatch(JSON.stringify([error, (error as Error).message]), /secret-path/);
    }
  });
});

suite('connections of deliveries', () => {
  let receiver: WebhookReceiver;
  let port: string;
  before(async () => {
    receiver = await WebhookReceiver.open();
    ({ port } = new URL(receiver.url));
  });
  after(() => receiver.close());
  const send = (host: string, allowed: readonly string[], resolve?: Resolve) =>
    sendDelivery(
      { url: `http://${host}:${port}/in`, headers: {}, body: '{}' },
      {
        reachable: new ReachableAddresses(allowed),
        ...{ now: 0, tryMs: 2_000, signal: new AbortController().signal },
        ...(resolve ? { resolve } : {}),
      },
    );
  const answering =
    (...addresses: string[]): Resolve =>
    (_host, callback) =>
      callback(
        null,
        addresses.map(
          (address): LookupAddress => ({
            address,
            family: address.includes(':') ? 6 : 4,
          }),
        ),
      );
  const REFUSAL = 'its address is not public, and WEBHOOK_ALLOW does not name it';

  test('a name that stands for a private address is not asked, whatever else it stands for', async () => {
    for (const resolve of [
      answering('127.0.0.1'),
      answering('8.8.8.8', '127.0.0.1'),
      answering('::ffff:127.0.0.1'),
      answering(),
    ]) {
      const { status, fault } = await send('public.example', [], resolve);
      assert.deepEqual([status, fault], [null, REFUSAL]);
    }
    assert.equal((await send('127.0.0.1', [])).fault, REFUSAL);
    assert.equal((await send('localhost', [])).fault, REFUSAL);
    assert.equal(receiver.received.length, 0);
  });

  test('the connection goes to the address that was checked, and the name is resolved once', async () => {
    let asked = 0;
    const rebinding: Resolve = (host, callback) => {
      asked++;
      answering(asked === 1 ? '127.0.0.1' : '127.0.0.2')(host, callback);
    };
    const { status, fault } = await send('hooks.example', ['127.0.0.1'], rebinding);
    assert.deepEqual([status, fault, asked], [204, null, 1]);
    assert.equal(receiver.received[0]!.headers.host, `hooks.example:${port}`);
    // The second try is checked again.
    assert.equal((await send('hooks.example', ['127.0.0.1'], rebinding)).fault, REFUSAL);
  });

  test('a name that is not known, and a port without a receiver, are faults in plain words', async () => {
    const unknown: Resolve = (_host, callback) =>
      callback(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), []);
    const { fault } = await send('gone.example', [], unknown);
    assert.equal(fault, 'the name of the host is not known');
    const closed = await WebhookReceiver.open();
    ({ port } = new URL(closed.url));
    await closed.close();
    assert.equal((await send('127.0.0.1', ['127.0.0.1'])).fault, 'the connection was refused');
  });
});
