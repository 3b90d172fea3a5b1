// Servers whose disk gets full and is freed again, and the people at them.

import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runProduct } from '../../harness/product-process.ts';
import { ProductServer } from '../../harness/product-server.ts';
import type { Random } from '../../harness/random.ts';
import type { Attempt, Ground } from '../row.ts';
import { OperatorWriters, type WriteSeen } from '../writing/operator-writers.ts';
import { startSpanImport, timeSpanImport } from '../writing/span-import.ts';
import { WRITERS } from '../writing/written-store.ts';
import { inspectAfterCut, pointsOf } from './cut-tally.ts';
import { faultOfRefusal, type Seen, SteadyReaders, trySignIn } from './desk-load.ts';
import { type DeskKeys, makeDeskStore } from './desk-store.ts';
import { BallastDisk, type FullDisk, SizeLimit } from './full-disk.ts';

/** The number of fillings that one disk and server serve. */
const ROUND = 5;
const RETRY_MS = 50;
const SETTLE_MS = 300;
/** What is full stays so for so long at most after the first refusals. */
const HOLD_MS = 1_500;
/** A writer that does not write again by then never will. */
const ENDLESS_MS = 60_000;
const PAUSE_MS = 5;

export interface FullTally {
  way: 'ballast' | 'limit';
  reads: number;
  acknowledged: number;
  refused: number;
  /** What sign-ins were answered with while the disk was full. */
  signIns: Record<string, number>;
  imports: { refused: number; ended: number };
  resumeMs: number[];
  checks: number;
  faults: string[];
}

interface DeskOptions {
  readonly path: string;
  readonly keys: DeskKeys;
  readonly batches: number[];
  readonly workers: number;
}

/** A server with its readers and writers. */
interface Desk {
  readonly server: ProductServer;
  readonly readers: SteadyReaders;
  readonly writers: OperatorWriters;
}

export class Fillings implements Attempt {
  readonly #ground: Ground;
  readonly #tally: FullTally;
  /** When a writer was last acknowledged, in performance.now(). */
  readonly #writtenAt = new Array<number>(WRITERS).fill(0);

  readonly #workers: number | undefined;

  constructor(ground: Ground, tally: FullTally, workers: number | undefined) {
    this.#ground = ground;
    this.#tally = tally;
    this.#workers = workers;
  }

  async next(done: number, most: number): Promise<number> {
    const count = Math.min(ROUND, most);
    const tally = this.#tally;
    const disk = await this.#makeDisk();
    const path = join(disk.folder, 'store.db');
    const keys = await makeDeskStore(path, 1 + count);
    await timeSpanImport(this.#ground.folder, path, 0);
    const expected = { batches: new Array<number>(WRITERS).fill(0), spans: 1 };
    // Processes that share a port count requests in the store: every other round has two.
    const workers = this.#workers ?? (Math.floor(done / ROUND) % 2) + 1;
    const open = () => this.#openDesk({ path, keys, batches: expected.batches, workers });
    let desk = await open();
    await sleep(SETTLE_MS);
    for (let i = 0; i < count; i++) {
      await disk.fill(desk.server);
      desk.readers.add(keys.readers[1 + i]!);
      await this.#bearFull(desk.server, this.#ground.random(done + i));
      this.#readLog(desk.server);
      if (i % 2 === 1) expected.spans += await this.#importInto(disk, path, expected.spans);
      const dies = i === count - 1 && tally.way === 'ballast';
      if (dies) desk = await this.#dieAndReturn(desk, disk, open);
      await disk.free(desk.server);
      await this.#awaitWrites(desk.server, performance.now());
    }
    await desk.writers.end();
    await this.#endReaders(desk);
    tally.acknowledged += pointsOf(expected);
    if ((await desk.server.stop()) !== 0) tally.faults.push('the server did not end cleanly');
    tally.faults.push(...(await inspectAfterCut(path, expected, 1)).faults);
    await this.#check(path);
    return count;
  }

  async #openDesk({ path, keys, batches, workers }: DeskOptions): Promise<Desk> {
    const settings = { WORKERS: String(workers), CACHE_MB: '0' };
    const server = await ProductServer.start(this.#ground, {
      env: { ...settings, STORE: `sqlite:${path}` },
    });
    const readers = new SteadyReaders(server.url, this.#tally.faults);
    this.#ground.after(() => readers.end());
    await readers.begin([keys.readers[0]!]);
    const writers = new OperatorWriters(server.url, keys.operator, batches, this.#tally.faults, {
      pauseMs: RETRY_MS,
      onAnswer: (answer) => this.#note(answer),
    });
    return { server, readers, writers };
  }

  /** A server that dies on a full disk can be started on it again, and be read. */
  async #dieAndReturn(desk: Desk, disk: FullDisk, open: () => Promise<Desk>): Promise<Desk> {
    await this.#endReaders(desk);
    await desk.server.kill();
    await desk.writers.end();
    try {
      return await open();
    } catch (error) {
      this.#tally.faults.push(`no server on a full disk: ${(error as Error).message}`);
      await disk.free(desk.server);
      const next = await open();
      await disk.fill(next.server);
      return next;
    }
  }

  async #endReaders({ readers }: Desk): Promise<void> {
    await readers.end();
    this.#tally.reads += readers.answered;
  }

  /** The operator finds the reason in the server's log. */
  #readLog({ stdout, stderr }: ProductServer): void {
    if (/disk is full|disk gave a read or write error/.test(stdout + stderr)) return;
    this.#tally.faults.push('the log does not say that the disk is full');
  }

  async #makeDisk(): Promise<FullDisk> {
    const { folder } = this.#ground;
    if (this.#tally.way === 'ballast') {
      const disk = await BallastDisk.make(folder);
      this.#ground.after(() => disk.close());
      return disk;
    }
    const disk = new SizeLimit(folder);
    await rm(disk.folder, { recursive: true, force: true });
    await mkdir(disk.folder, { recursive: true });
    return disk;
  }

  #note(answer: WriteSeen): void {
    if (answer.status === 200) this.#writtenAt[answer.writer] = performance.now();
    else this.#judgeRefusal('a write', answer);
  }

  #judgeRefusal(what: string, answer: Seen): void {
    this.#tally.refused++;
    const fault = faultOfRefusal(answer);
    if (fault !== undefined) this.#tally.faults.push(`${what}: ${fault}`);
  }

  /** Goes on until writers have been refused: the log of the store may have room for a while. */
  async #bearFull(server: ProductServer, random: Random): Promise<void> {
    const tally = this.#tally;
    const before = tally.refused;
    const startedAt = performance.now();
    while (tally.refused < before + 2 * WRITERS) {
      if (performance.now() - startedAt > ENDLESS_MS) {
        tally.faults.push('the disk was full, and no write was refused');
        return;
      }
      await sleep(PAUSE_MS);
    }
    for (const password of [undefined, 'another one entirely']) {
      const answer = await trySignIn(server.url, password);
      tally.signIns[answer.status] = (tally.signIns[answer.status] ?? 0) + 1;
      if (answer.status !== 200) this.#judgeRefusal('a sign-in', answer);
      if (answer.status >= 500 && answer.status !== 503)
        tally.faults.push(`a sign-in was answered with ${answer.status}`);
    }
    await sleep(random.unit() * HOLD_MS);
  }

  /** Imports a span. A refused import must say so in words and leave nothing. Resolves to the number of stored imports. */
  async #importInto(disk: FullDisk, path: string, span: number): Promise<number> {
    const importer = await startSpanImport(this.#ground.folder, path, span, disk.under);
    const [code] = await importer.ended;
    this.#tally.imports[code === 0 ? 'ended' : 'refused']++;
    if (code !== 0 && !/store.s disk|busy|is writing|not ended in time/.test(importer.stderr))
      this.#tally.faults.push(`an import ended with ${code}: ${importer.stderr.slice(-300)}`);
    return code === 0 ? 1 : 0;
  }

  /** Waits until every program has written and a user could sign in. */
  async #awaitWrites(server: ProductServer, freedAt: number): Promise<void> {
    const { faults, resumeMs } = this.#tally;
    while (!this.#writtenAt.every((at) => at > freedAt)) {
      if (performance.now() - freedAt > ENDLESS_MS) {
        faults.push('the disk was freed, and writes did not resume');
        return;
      }
      await sleep(PAUSE_MS);
    }
    resumeMs.push(Math.round(performance.now() - freedAt));
    const { status } = await trySignIn(server.url);
    if (status !== 200) faults.push(`after the disk was freed a sign-in was answered ${status}`);
    await sleep(SETTLE_MS);
  }

  async #check(path: string): Promise<void> {
    const { code, text } = await runProduct(['check', '--store', `sqlite:${path}`]);
    this.#tally.checks++;
    if (code !== 0) this.#tally.faults.push(`gridtide check: ${text}`);
  }
}
