// A stranger on another address of this machine, in a process of its own: asks on many connections as fast as
// the server answers, sends without reading, or opens connections and leaves them idle.

import type { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSocket } from '../../harness/http/raw-connection.ts';
import { HttpConnection } from '../../harness/load/http-connection.ts';
import { answerCalls } from '../../harness/processes.ts';

// A stranger has a machine of its own. Here it must not take the processors that the server and the user need,
// or its own work would be taken for the server's.
setPriority(19);

export interface Attack {
  readonly port: number;
  /** The address of this machine that the stranger comes from. */
  readonly address: string;
  readonly connections: number;
  readonly seconds: number;
  /** Connections that are opened each tenth of a second, if all are not opened at once. */
  readonly opened?: number;
}

/** How often each status was answered; `cut` counts connections that ended without an answer. */
export type Seen = Record<string, number>;

/** A connection asks on until it has this many answers, however long they take on a busy machine. */
const LEAST_ANSWERS = 3;
/** How much longer a connection may wait for them. */
const MOST_LATE_MS = 30_000;

/** What the next attack sends. */
let buffers: readonly Buffer[] = [];

/** Takes the requests of an attack before it begins: they may be 40 MB. */
function load(requests: readonly Uint8Array[]): void {
  buffers = requests.map((bytes) => Buffer.from(bytes));
}

/** Asks on every connection, again and again. A connection that ends is replaced. */
async function ask({ port, address, connections, seconds }: Attack): Promise<Seen> {
  const seen: Seen = {};
  const endsAt = performance.now() + seconds * 1_000;
  const latestEnd = endsAt + MOST_LATE_MS;
  let next = 0;
  const run = async (): Promise<void> => {
    let connection: HttpConnection | undefined;
    let answered = 0;
    while (performance.now() < (answered < LEAST_ANSWERS ? latestEnd : endsAt)) {
      try {
        if (!connection || connection.isClosed)
          connection = await HttpConnection.open(port, address);
        const { status } = await connection.ask(buffers[next++ % buffers.length]!);
        seen[status] = (seen[status] ?? 0) + 1;
        answered++;
      } catch {
        connection = undefined;
        seen.cut = (seen.cut ?? 0) + 1;
        await sleep(5);
      }
    }
    connection?.close();
  };
  await Promise.all(Array.from({ length: connections }, run));
  return seen;
}

const tryToOpen = ({ port, address }: Attack): Promise<Socket | undefined> =>
  openSocket(port, { from: address }).catch(() => undefined);

/**
 * Sends all requests at once on every connection, reads a little now and then, and opens a new connection
 * for each that ends.
 */
async function sendAhead(attack: Attack): Promise<Seen> {
  const { connections, seconds, opened: perTick = 100 } = attack;
  const seen: Seen = { cut: 0, open: 0 };
  const bytes = Buffer.concat(buffers);
  const endsAt = performance.now() + seconds * 1_000;
  let sockets: Socket[] = [];
  while (performance.now() < endsAt) {
    const open = sockets.filter((socket) => !socket.destroyed && socket.writable);
    seen.cut! += sockets.length - open.length;
    const missing = Math.min(perTick, connections - open.length);
    const opened = await Promise.all(Array.from({ length: missing }, () => tryToOpen(attack)));
    const fresh = opened.filter((socket) => socket !== undefined);
    for (const socket of fresh) {
      socket.pause();
      socket.write(bytes);
    }
    sockets = [...open, ...fresh];
    for (const socket of sockets) socket.read(64);
    await sleep(100);
  }
  seen.open = sockets.filter((socket) => !socket.destroyed).length;
  for (const socket of sockets) socket.destroy();
  return seen;
}

answerCalls({ load, ask, sendAhead });
