import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { escapeControls, escapeInLines, escapeUnseen } from '#core/plain-text';

const TEXT = 'a\u001b[8mb\u009b31m\u202ec\u061c\tÜ\n€';

suite('text that is shown', () => {
  test('escapeUnseen escapes C1 controls and characters that turn text round', () => {
    assert.equal(escapeUnseen(TEXT), 'a\u001b[8mb\\u009b31m\\u202ec\\u061c\tÜ\n€');
  });

  test('escapeControls escapes every control character', () => {
    assert.equal(escapeControls(TEXT), 'a\\u001b[8mb\\u009b31m\\u202ec\\u061c\\u0009Ü\\u000a€');
  });

  test('escapeInLines keeps tabs and line breaks', () => {
    assert.equal(escapeInLines(TEXT), 'a\\u001b[8mb\\u009b31m\\u202ec\\u061c\tÜ\n€');
  });
});
