// Has a process of Node's collect all garbage, by its debugger. How much memory waits to be collected is the
// collector's choice of the moment, between nothing and two thirds of the heap; what is left afterwards is
// what the process needs.

import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProductProcess } from '../harness/product-process.ts';

/** Settings that a process must be started with: its debugger opens, when asked to, on any free port. */
export const COLLECTABLE = { NODE_OPTIONS: '--inspect-port=127.0.0.1:0' } as const;

const PATIENCE_MS = 30_000;
const OPENED = /^Debugger listening on (ws:\S+)$/m;

/** What is looked at of a process. */
type Watched = Pick<ProductProcess, 'child' | 'stderr' | 'hasEnded'>;

export async function collectGarbage(process: Watched): Promise<void> {
  const socket = new WebSocket(await openDebugger(process));
  try {
    await once(socket, 'open', { signal: AbortSignal.timeout(PATIENCE_MS) });
    const answered = once(socket, 'message', { signal: AbortSignal.timeout(PATIENCE_MS) });
    socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }));
    const [{ data }] = (await answered) as [{ readonly data: string }];
    const { error } = JSON.parse(data) as { readonly error?: { readonly message: string } };
    if (error) throw new Error(`garbage was not collected: ${error.message}`);
  } finally {
    socket.close();
  }
}

/** The address at which the debugger listens; it stays open. */
async function openDebugger(process: Watched): Promise<string> {
  const deadline = performance.now() + PATIENCE_MS;
  // Node keeps this signal for itself. One more is of no effect.
  process.child.kill('SIGUSR1');
  for (;;) {
    const address = OPENED.exec(process.stderr)?.[1];
    if (address !== undefined) return address;
    if (process.hasEnded || performance.now() > deadline)
      throw new Error(`the debugger of the process did not open: ${process.stderr}`);
    await sleep(10);
  }
}
