// What a browser keeps of a person's choices: unknown values never count.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readPreferenceText } from '#explorer/state/preferences.ts';

const DEFAULTS = {
  theme: 'system',
  zone: 'market',
  numbers: 'comma-point',
  csv: 'comma',
  language: 'curl',
  live: 'on',
};

describe('preferences', () => {
  it('the choices are read from their text', () => {
    const text = JSON.stringify({ theme: 'dark', numbers: 'point-comma' });
    assert.deepEqual(readPreferenceText(text), {
      ...DEFAULTS,
      theme: 'dark',
      numbers: 'point-comma',
    });
  });

  it('without a choice, numbers have the marks of the language', () => {
    const numbersIn = (language: string): string => readPreferenceText('{}', language).numbers;
    assert.deepEqual(['de-DE', 'nl', 'es'].map(numbersIn), Array(3).fill('point-comma'));
    assert.deepEqual(['nb-NO', 'fr', 'pl', 'sv'].map(numbersIn), Array(4).fill('space-comma'));
    assert.deepEqual(
      ['en-GB', 'de-CH', 'ja', 'ar-EG'].map(numbersIn),
      Array(4).fill('comma-point'),
    );
    const chosen = readPreferenceText('{"numbers":"comma-point"}', 'de-DE');
    assert.equal(chosen.numbers, 'comma-point');
    assert.equal(readPreferenceText('{"numbers":"pink"}', 'de-DE').numbers, 'point-comma');
  });

  for (const text of [null, '', 'no JSON', 'null', '[]', '7', '{"theme":"pink","csv":3}']) {
    it(`the text ${text} gives the defaults`, () => {
      assert.deepEqual(readPreferenceText(text), DEFAULTS);
    });
  }
});
