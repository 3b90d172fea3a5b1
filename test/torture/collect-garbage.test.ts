import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { it } from 'node:test';
import { COLLECTABLE, collectGarbage } from '../../torture/collect-garbage.ts';

/** Makes 30 MB of garbage, and says for every byte that it gets how large its heap is. */
const LITTERER = `
  (() => { Array.from({ length: 500_000 }, (_, i) => ({ i })); })();
  process.stdin.on('data', () => console.log(process.memoryUsage().heapUsed));
`;

it('unreachable objects are gone after a requested collection', async (t) => {
  const child = spawn(process.execPath, ['-e', LITTERER], {
    env: { ...process.env, ...COLLECTABLE },
    stdio: 'pipe',
  });
  t.after(() => child.kill('SIGKILL'));
  const watched = { child, stderr: '', hasEnded: false };
  child.stderr.on('data', (piece) => {
    watched.stderr += piece;
  });
  child.stdout.setEncoding('utf8');
  const heapMb = async (): Promise<number> => {
    child.stdin.write('.');
    const [line] = (await once(child.stdout, 'data')) as [string];
    return Number(line) / 2 ** 20;
  };
  const before = await heapMb();
  await collectGarbage(watched);
  const after = await heapMb();
  assert.ok(before - after > 10, `${before} MB before, ${after} MB after`);
  await collectGarbage(watched);
});

it('a missing debugger is reported', async () => {
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)']);
  child.kill('SIGKILL');
  await once(child, 'close');
  const ended = { child, stderr: 'gone', hasEnded: true };
  await assert.rejects(collectGarbage(ended), /debugger of the process did not open: gone/);
});
