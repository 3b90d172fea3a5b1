import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Canaries, Evidence } from './canaries.ts';

describe('the search for canaries', () => {
  const canaries = new Canaries();
  const secret = canaries.plant('a secret');
  const other = canaries.plant('another');
  const bytes = Buffer.from(secret);
  const hidden: readonly [form: string, text: string | Buffer][] = [
    ['as it is', secret],
    ['within JSON', JSON.stringify({ secret })],
    ['in an address', `http://x/?q=${encodeURIComponent(secret)}`],
    ['in base64', bytes.toString('base64')],
    ['in base64 behind a name', btoa(`anna:${Buffer.from(secret).toString('latin1')}:x`)],
    ['in base64url', Buffer.from(`no${secret}`).toString('base64url')],
    ['in hex', bytes.toString('hex')],
    ['in upper-case hex', bytes.toString('hex').toUpperCase()],
    ['in UTF-16', Buffer.from(secret, 'utf16le')],
    ['cut off', secret.slice(0, -4)],
    ['without its beginning', secret.slice(4)],
  ];
  for (const [form, text] of hidden) {
    it(`the search finds a canary ${form}`, () => {
      const seen = Buffer.concat([
        Buffer.from('before '),
        Buffer.from(text as string),
        Buffer.from(' after'),
      ]);
      assert.deepEqual(canaries.findIn(seen), ['a secret']);
    });
  }

  it('the search names each leak and its evidence, and ignores canaries that belong there', () => {
    const evidence = new Evidence();
    evidence.add('a log', `x ${secret} y ${other}`, [other]);
    evidence.add('a page', 'nothing');
    assert.deepEqual(evidence.findLeaks(canaries), ['a log: a secret']);
  });
});
