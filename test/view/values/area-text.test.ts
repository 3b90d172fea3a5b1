// Areas in words.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { AREAS } from '#core/market/areas';
import { areaNote, areaText } from '#view/values/area-text';

suite('areas in words', () => {
  test('UK and GB are told apart, and the published names stay as they are', () => {
    assert.equal(areaText('UK'), 'United Kingdom (with Northern Ireland)');
    assert.equal(areaText('GB'), 'Great Britain (without Northern Ireland)');
    const published = AREAS.map(({ description }) => description);
    assert.ok(published.includes('United Kingdom') && published.includes('Great Britain'));
  });

  test('other areas have their name alone, and an unknown one its code', () => {
    assert.equal(areaText('DE'), 'Germany');
    assert.equal(areaNote('DE'), '');
    assert.equal(areaText('XX'), 'XX');
  });
});
