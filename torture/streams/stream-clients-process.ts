// Clients of the stream of changes, in a process of their own: each notes when it was told of which event.

import type { Socket } from 'node:net';
import { openSocket } from '../../harness/http/raw-connection.ts';
import { requestBytes } from '../../harness/load/request-bytes.ts';
import { quantiles } from '../../harness/median.ts';
import { answerCalls } from '../../harness/processes.ts';

export interface OpenStreams {
  readonly port: number;
  readonly key: string;
  readonly count: number;
}

/** When events were committed: milliseconds since 1970, by their numbers. */
export type Commits = readonly (readonly [id: number, at: number])[];

export interface StreamsTold {
  /** Streams that are still open. */
  readonly open: number;
  /** The time from the commit to the client, over every event and stream. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Events that a stream was not told, told twice or told in another order. */
  readonly lost: number;
  readonly disordered: number;
}

/** The time by a clock that other processes have too. */
const now = (): number => performance.timeOrigin + performance.now();

const AN_EVENT = /^id: (\d+)\ndata: /gm;

class Client {
  readonly told: number[] = [];
  readonly toldAt: number[] = [];
  isOpen = true;
  #text = '';

  constructor(socket: Socket) {
    socket.setEncoding('latin1');
    socket.on('data', (piece) => this.#read(String(piece)));
    socket.on('error', () => {});
    socket.on('close', () => {
      this.isOpen = false;
    });
  }

  #read(piece: string): void {
    const at = now();
    const text = this.#text + piece;
    const end = text.lastIndexOf('\n\n');
    for (const [, id] of text.slice(0, end + 2).matchAll(AN_EVENT)) {
      this.told.push(Number(id));
      this.toldAt.push(at);
    }
    this.#text = text.slice(end + 2);
  }
}

const clients: Client[] = [];
const sockets: Socket[] = [];

/** A few at a time: a crowd of connections at once is another row's fault. */
const AT_ONCE = 50;

async function open({ port, key, count }: OpenStreams): Promise<void> {
  const request = requestBytes({ method: 'GET', path: '/api/v1/changes/stream' }, key);
  for (let opened = 0; opened < count; opened += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - opened) }, () =>
      openOne(port, request),
    );
    await Promise.all(some);
  }
}

async function openOne(port: number, request: Buffer): Promise<void> {
  const socket = await openSocket(port);
  socket.write(request);
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('data', (head) => {
      if (!String(head).startsWith('HTTP/1.1 200')) reject(new Error(String(head).slice(0, 200)));
      else resolve();
    });
    clients.push(new Client(socket));
    sockets.push(socket);
  });
}

function judge(commits: Commits): StreamsTold {
  const latencies: number[] = [];
  let [lost, disordered] = [0, 0];
  for (const { told, toldAt } of clients) {
    const at = new Map(told.map((id, i) => [id, toldAt[i]!]));
    if (told.some((id, i) => i > 0 && id !== told[i - 1]! + 1)) disordered++;
    for (const [id, committedAt] of commits) {
      const seenAt = at.get(id);
      if (seenAt === undefined) lost++;
      else latencies.push(Math.max(0, seenAt - committedAt));
    }
  }
  const { medianMs: p50Ms, p99Ms } = quantiles(latencies);
  return { open: clients.filter(({ isOpen }) => isOpen).length, p50Ms, p99Ms, lost, disordered };
}

answerCalls({ open, judge }, () => {
  for (const socket of sockets) socket.destroy();
});
