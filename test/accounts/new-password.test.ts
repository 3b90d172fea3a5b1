import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { checkNewPassword } from '#accounts/new-password';
import { Refusal } from '#core/errors';

function refusalOf(password: string, userName = 'anna'): Refusal | undefined {
  try {
    checkNewPassword(password, userName);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return error;
  }
}

describe('a new password', () => {
  const accepted = [
    'wind over Skagerrak',
    'tj4-Kq9_xx2Z',
    'fünf Kraftwerke am Rhein',
    '🌊🌬️☀️🔥💧⚡🌍🏭🔋📈📉🧮',
    '7493 0182 5561',
    `wxyz${'abcd'.repeat(31)}`,
    'summer83017264955',
  ];
  for (const password of accepted) {
    it(`a new password may be ${password.slice(0, 24)}`, () =>
      assert.equal(refusalOf(password), undefined));
  }

  const refused: [password: string, reason: RegExp][] = [
    ['', /12 to 128/],
    ['tj4-Kq9_xx2', /12 to 128/],
    [`tj4-Kq9_${'x'.repeat(121)}`, /12 to 128/],
    ['🌊🌬☀🔥💧⚡🌍🏭🔋📈📉', /12 to 128/],
    ['password1234', /first/],
    ['Password123!', /first/],
    ['PASSWORDPASSWORD', /first/],
    ['123456789012', /first/],
    ['890123456789', /first/],
    ['901234567890', /first/],
    ['012345678901', /first/],
    ['987654321098', /first/],
    ['admin1234567', /first/],
    ['qwertyuiop12', /first/],
    ['Summer202412', /first/],
    ['administrator', /first/],
    ['correct horse battery staple', /first/],
    ['aaaaaaaaaaaaaaaa', /first/],
    ['abcdabcdabcd', /first/],
    ['AaAaBbBbCcCcDdDd', /first/],
    ['half \ud800 of a pair', /Unicode/],
  ];
  for (const [password, reason] of refused) {
    it(`a new password may not be ${password.slice(0, 24) || 'empty'}`, () => {
      const refusal = refusalOf(password);
      assert.match(refusal?.message ?? 'accepted', reason);
      assert.equal(refusal?.code, 'field_invalid');
      assert.equal(refusal?.faults[0]?.field, 'password');
    });
  }

  it('a new password may not be a common word with digits in a row after it', () => {
    const words = `password passwort passord passphrase passwordpassword pass secret
      qwerty qwertz azerty qwertyuiop qwertzuiop azertyuiop asdfghjkl zxcvbnm
      qwertyuiopasdfghjkl qwertyqwerty qazwsxedc qazwsxedcrfv abcdefghijkl abcdef
      admin administrator root user guest test testing demo operator
      welcome willkommen letmein changeme default login hello iloveyou
      gridtide energy electricity trader trading dragon football baseball
      superman princess sunshine monkey master michael liverpool chelsea
      spring summer autumn winter correcthorsebatterystaple thisisapassword`;
    for (const word of words.split(/\s+/)) {
      assert.match(refusalOf(`${word}123456789`)?.message ?? 'accepted', /first/, word);
    }
  });

  it('a new password may contain a common word and more other characters that are hard to guess', () => {
    assert.match(refusalOf('Summer.59162')?.message ?? 'accepted', /first/);
    assert.equal(refusalOf('Summer.591628'), undefined);
  });

  it('a new password may not be the user’s name, in upper or lower case', () => {
    assert.match(refusalOf('Anna.Larsen@Example', 'anna.larsen@example')!.message, /user name/);
    assert.equal(refusalOf('Anna.Larsen@Example', 'anna'), undefined);
  });

  it('the length of a new password counts composed characters once', () => {
    assert.equal(refusalOf(`wxyz${'e\u0301'.repeat(124)}`), undefined);
    assert.match(refusalOf(`wxyz${'e\u0301'.repeat(125)}`)!.message, /12 to 128/);
    assert.match(refusalOf('wxyzu\u0308o\u0308a\u0308klm.')!.message, /12 to 128/);
  });

  it('a refusal never repeats the new password', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 4, maxLength: 11 }), (password) => {
        const shown = inspect(refusalOf(password), { depth: 9, showHidden: true });
        const said = inspect(refusalOf('zzz'), { depth: 9, showHidden: true });
        assert.ok(!shown.includes(password) || said.includes(password));
      }),
    );
  });
});
