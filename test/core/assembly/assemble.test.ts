// The assembler of loops. What it makes is tested with the loops: of the fits, and of the chunk codec.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assemble } from '#core/assembly/assemble';

test('the assembler names what it does not know', () => {
  assert.throws(() => assemble('(func $a (f32.nearest (f64.const 1)))'), /f32\.nearest/);
  assert.throws(() => assemble('(func $a (local.set $b (f64.const 1)))'), /\$b/);
});
