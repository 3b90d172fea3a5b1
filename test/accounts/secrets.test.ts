import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { hashSecret, looksLikeSecret, makeSecret, type SecretKind } from '#accounts/secrets';

const kinds = fc.constantFrom<SecretKind>('token', 'key', 'operator');

describe('secrets', () => {
  it('say by their first letters what they are', () => {
    assert.match(makeSecret('token'), /^gtt_[0-9A-Za-z]{49}$/);
    assert.match(makeSecret('key'), /^gtk_[0-9A-Za-z]{49}$/);
    assert.match(makeSecret('operator'), /^gto_[0-9A-Za-z]{49}$/);
  });

  it('are recognised by form and checksum, and never repeat', () => {
    const made = Array.from({ length: 2_000 }, () => makeSecret('token'));
    assert.ok(made.every(looksLikeSecret));
    assert.equal(new Set(made).size, made.length);
  });

  it('use every digit at every place but the first', () => {
    const made = Array.from({ length: 2_000 }, () => makeSecret('key'));
    for (let place = 5; place < 47; place++) {
      assert.equal(new Set(made.map((secret) => secret[place])).size, 62, `place ${place}`);
    }
  });

  it('are not recognised with a single character changed', () => {
    const changes = fc.tuple(kinds, fc.nat({ max: 52 }), fc.constantFrom(...'0aZk_ é'));
    fc.assert(
      fc.property(changes, ([kind, place, character]) => {
        const secret = makeSecret(kind);
        const changed = secret.slice(0, place) + character + secret.slice(place + 1);
        assert.equal(looksLikeSecret(changed), changed === secret);
      }),
    );
  });

  it('are not recognised with the other prefix, cut short, or with anything around them', () => {
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

  it('are not recognised by their checksum alone', () => {
    const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    const withChecksum = (text: string): string => {
      let checksum = '';
      for (let i = 0, rest = crc32(text); i < 6; i++, rest = Math.floor(rest / 62)) {
        checksum = digits[rest % 62] + checksum;
      }
      return text + checksum;
    };
    assert.ok(looksLikeSecret(withChecksum(`gtt_${'0'.repeat(43)}`)));
    const others = [`gta_${'0'.repeat(43)}`, `gtt_${'0'.repeat(42)}`, `xgtt_${'0'.repeat(43)}`, ''];
    for (const other of others) assert.equal(looksLikeSecret(withChecksum(other)), false, other);
  });

  it('have a checksum that stays the same from release to release', () => {
    const body = `gtt_${'0'.repeat(43)}`;
    assert.ok(looksLikeSecret(`${body}1YYnEl`));
  });

  it('are kept as the SHA-256 of their text', () => {
    const expected = createHash('sha256').update('gtt_example').digest('hex');
    assert.equal(hashSecret('gtt_example'), expected);
  });
});
