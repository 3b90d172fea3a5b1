import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { hashSecret, looksLikeSecret, makeSecret, type SecretKind } from '#accounts/secrets';

const kinds = fc.constantFrom<SecretKind>('token', 'key', 'operator', 'session', 'link');

describe('secrets', () => {
  it('a secret says by its first letters what it is', () => {
    assert.match(makeSecret('token'), /^gtt_[0-9A-Za-z]{49}$/);
    assert.match(makeSecret('key'), /^gtk_[0-9A-Za-z]{49}$/);
    assert.match(makeSecret('operator'), /^gto_[0-9A-Za-z]{49}$/);
    assert.match(makeSecret('session'), /^gts_[0-9A-Za-z]{49}$/);
    assert.match(makeSecret('link'), /^gtl_[0-9A-Za-z]{49}$/);
  });

  it('secrets are recognised by form and checksum, and never repeat', () => {
    const made = Array.from({ length: 2_000 }, () => makeSecret('token'));
    assert.ok(made.every(looksLikeSecret));
    assert.equal(new Set(made).size, made.length);
  });

  it('secrets use every digit at every place but the first', () => {
    const made = Array.from({ length: 2_000 }, () => makeSecret('key'));
    for (let place = 5; place < 47; place++) {
      assert.equal(new Set(made.map((secret) => secret[place])).size, 62, `place ${place}`);
    }
  });

  it('a secret with a single character changed is not recognised', () => {
    const changes = fc.tuple(kinds, fc.nat({ max: 52 }), fc.constantFrom(...'0aZk_ é'));
    fc.assert(
      fc.property(changes, ([kind, place, character]) => {
        const secret = makeSecret(kind);
        const changed = secret.slice(0, place) + character + secret.slice(place + 1);
        assert.equal(looksLikeSecret(changed), changed === secret);
      }),
    );
  });

  it('a secret with another prefix, cut short, or with anything around it is not recognised', () => {
    const secret = makeSecret('token');
    const others = [
      secret.replace('gtt_', 'gtk_'),
      secret.slice(0, -1),
      `${secret}0`,
      ` ${secret}`,
      `${secret}\n`,
      secret.toLowerCase(),
      '',
      'gtt_',
    ];
    for (const other of others) assert.equal(looksLikeSecret(other), false);
  });

  it('a text with the right checksum alone is not recognised as a secret', () => {
    const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    const withChecksum = (text: string): string => {
      let checksum = '';
      for (let i = 0, rest = crc32(text); i < 6; i++, rest = Math.floor(rest / 62)) {
        checksum = digits[rest % 62] + checksum;
      }
      return text + checksum;
    };
    assert.ok(looksLikeSecret(withChecksum(`gtt_${'0'.repeat(43)}`)));
    const others = [`gtz_${'0'.repeat(43)}`, `gtt_${'0'.repeat(42)}`, `xgtt_${'0'.repeat(43)}`, ''];
    for (const other of others) assert.equal(looksLikeSecret(withChecksum(other)), false, other);
  });

  it('the checksum of a secret stays the same from release to release', () => {
    const body = `gtt_${'0'.repeat(43)}`;
    assert.ok(looksLikeSecret(`${body}1YYnEl`));
  });

  it('a secret is stored as the SHA-256 of its text', () => {
    const expected = createHash('sha256').update('gtt_example').digest('hex');
    assert.equal(hashSecret('gtt_example'), expected);
  });
});
