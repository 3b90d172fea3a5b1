// The product's import command in a new process. Its modules are loaded before the clock, as the
// database's library is: from the checkout that strips their types, which an installed product does not.

import '#cli/commands/import';
import { runProgram } from '#cli/run-program';
import { openStore } from '#store/open/open-store';
import { answerCalls } from '../harness/processes.ts';
import { type Loaded, peakMemoryMb, timed } from './import-contender.ts';
import type { ImportFile } from './import-file.ts';

const ignore = { write: () => true };

async function load({ path, definitions }: ImportFile, database: string): Promise<Loaded> {
  let said = '';
  const stderr = { write: (text: string) => (said += text) };
  const io = { stdout: ignore, stderr, stdin: process.stdin, env: process.env, now: Date.now };
  const store = `sqlite:${database}`;
  const times = await timed(async () => {
    const code = await runProgram(['import', path, '--define', definitions, '--store', store], io);
    if (code !== 0) throw new Error(said);
  });
  // Before anything is read back: that is not part of importing.
  const peakMb = await peakMemoryMb();
  return { ...times, peakMb, ...(await totalOf(store)) };
}

async function totalOf(url: string): Promise<{ rows: number; sum: number }> {
  const store = await openStore(url);
  let [rows, sum] = [0, 0];
  for (const { key, firstIndex, lastIndex } of await store.searchSeries({ limit: 1e6 })) {
    if (firstIndex === null) continue;
    for (const value of await store.readValues(key, { start: firstIndex, end: lastIndex! + 1 })) {
      if (Number.isNaN(value)) continue;
      rows++;
      sum += value;
    }
  }
  await store.close();
  return { rows, sum };
}

answerCalls({ load });
