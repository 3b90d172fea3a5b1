// Clients who come at a fixed rate whether or not the server keeps up, in a process of their own. Each
// waits so long and then goes away, as people and programs do.

import { setTimeout as sleep } from 'node:timers/promises';
import { HttpConnection } from '../../harness/load/http-connection.ts';
import { answerCalls } from '../../harness/processes.ts';

export interface Overload {
  readonly port: number;
  readonly request: Uint8Array;
  readonly perSecond: number;
  readonly seconds: number;
  readonly patienceMs: number;
}

export interface Overloaded {
  readonly sent: number;
  /** Answered with 200 in time. */
  readonly good: number;
  /** The answers in time, by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Gone away without an answer. */
  readonly abandoned: number;
  /** Requests that the server refused or broke off. */
  readonly cut: number;
  /** The times of the answers after the load ended, by performance.now() of this process. */
  readonly recoveryMs: number;
}

const RECOVERY_PATIENCE_MS = 30_000;
/** A crowd comes as it comes; between the two the clock is looked at. */
const TICK_MS = 5;

class Crowd {
  readonly #asked: Overload;
  readonly #request: Buffer;
  readonly #idle: HttpConnection[] = [];
  readonly statuses: Record<string, number> = {};
  abandoned = 0;
  cut = 0;

  constructor(asked: Overload) {
    this.#asked = asked;
    this.#request = Buffer.from(asked.request);
  }

  /** One client: a connection that was left, or a new one. */
  async come(): Promise<void> {
    let connection: HttpConnection | undefined;
    let hasLeft = false;
    const patience = setTimeout(() => {
      hasLeft = true;
      connection?.close();
    }, this.#asked.patienceMs);
    try {
      connection = this.#idle.pop() ?? (await HttpConnection.open(this.#asked.port));
      if (hasLeft) throw new Error('gone');
      const { status } = await connection.ask(this.#request);
      this.statuses[status] = (this.statuses[status] ?? 0) + 1;
      this.#idle.push(connection);
    } catch {
      connection?.close();
      if (hasLeft) this.abandoned++;
      else this.cut++;
    } finally {
      clearTimeout(patience);
    }
  }

  leave(): void {
    for (const connection of this.#idle) connection.close();
  }
}

async function overload(asked: Overload): Promise<Overloaded> {
  const crowd = new Crowd(asked);
  const startedAt = performance.now();
  const all = Math.round(asked.perSecond * asked.seconds);
  const underWay: Promise<void>[] = [];
  while (underWay.length < all) {
    const due = Math.min(all, ((performance.now() - startedAt) / 1_000) * asked.perSecond);
    while (underWay.length < due) underWay.push(crowd.come());
    await sleep(TICK_MS);
  }
  await Promise.all(underWay);
  crowd.leave();
  const { statuses, abandoned, cut } = crowd;
  const recoveryMs = await recover(asked);
  return { sent: all, good: statuses[200] ?? 0, statuses, abandoned, cut, recoveryMs };
}

/** How long a new client waits for a 200 now that the crowd is gone. The client asks again if it is refused. */
async function recover({ port, request }: Overload): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const status = await askOnce(port, request).catch(() => 0);
    const elapsedMs = performance.now() - startedAt;
    if (status === 200 || elapsedMs > RECOVERY_PATIENCE_MS) return elapsedMs;
    await sleep(20);
  }
}

async function askOnce(port: number, request: Uint8Array): Promise<number> {
  const connection = await HttpConnection.open(port);
  try {
    return (await connection.ask(Buffer.from(request))).status;
  } finally {
    connection.close();
  }
}

answerCalls({ overload });
