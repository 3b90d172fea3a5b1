// A program that writes hour after hour, and may be killed at any moment. It notes each write that was acknowledged
// in a file, and goes on behind its notes when it is started again.

import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorWriters } from '../writing/operator-writers.ts';
import { noteFault, noteWrite, readNotes, readServers } from './notes.ts';

const PAUSE_MS = 50;
/** About a hundred events a second, which webhooks keep up with. */
const PACE_MS = 30;

const [folder, key] = process.argv.slice(2) as [string, string];
const batches = [...readNotes(folder).batches];

/** Writes to one server until it is killed. */
async function writeTo(url: string): Promise<void> {
  let writers: OperatorWriters | undefined;
  await new Promise<void>((resolve) => {
    writers = new OperatorWriters(url, key, batches, [], {
      pauseMs: PAUSE_MS,
      paceMs: PACE_MS,
      onAnswer({ writer, batch, status, body }) {
        if (status === 200) noteWrite(folder, writer, batch);
        else if (status !== 503) noteFault(folder, `a write was answered with ${status}: ${body}`);
      },
      onBreak: () => resolve(),
    });
  });
  await writers!.end();
}

// However the run ends, its writer does not stay behind.
process.once('disconnect', () => process.exit(0));
for (;;) {
  const servers = readServers(folder);
  const url = servers[Math.floor(Math.random() * servers.length)];
  if (url === undefined) await sleep(PAUSE_MS);
  else await writeTo(url);
}
