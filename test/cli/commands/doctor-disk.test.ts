// gridtide doctor: what it says of the room on the disk.

import assert from 'node:assert/strict';
import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { examineDisk } from '#cli/commands/doctor/examine-machine';
import { readConfig } from '#config';
import { openTerminal } from '../terminal.ts';

suite('gridtide doctor', () => {
  test('a disk without room is a fault, and one with little room a warning', async (t) => {
    const { folder, storeUrl } = await openTerminal(t, { hasStore: false });
    const config = readConfig({ STORE: storeUrl });
    const told = (free: number) => {
      const asked: string[] = [];
      const [{ state, message, remedy } = assert.fail(), ...others] = examineDisk(config, (at) => {
        asked.push(at);
        return free;
      });
      assert.deepEqual([others, asked], [[], [folder]]);
      assert.equal(
        message,
        `${(free / 1e6).toLocaleString('en')} MB free at ${folder}, and the store has 0 MB`,
      );
      return [state, remedy?.split(':')[0]];
    };
    assert.deepEqual(told(99e6), ['fault', 'make room, or writes fail soon']);
    assert.deepEqual(told(100e6), ['warning', 'make room']);
    assert.deepEqual(told(999e6), ['warning', 'make room']);
    assert.equal(told(1e9)[0], 'ok');
    // The store has to fit once more: restore and compact --vacuum write it again.
    const path = join(folder, 'store.db');
    await writeFile(path, '');
    await truncate(path, 2e9);
    assert.equal(examineDisk(config, () => 1.9e9)[0]?.state, 'warning');
    assert.equal(examineDisk(config, () => 2e9)[0]?.state, 'ok');
  });
});
