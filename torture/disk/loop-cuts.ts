// Power cuts on a loop-mounted disk: it is shut down under the writers, and mounted again.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ProductProcess, runProduct } from '../../harness/product-process.ts';
import { ProductServer } from '../../harness/product-server.ts';
import type { Random } from '../../harness/random.ts';
import type { Attempt, Ground } from '../row.ts';
import { OperatorWriters } from '../writing/operator-writers.ts';
import { importUntil, startSpanImport, timeSpanImport } from '../writing/span-import.ts';
import { makeWrittenStore } from '../writing/written-store.ts';
import { lackOfRecord } from './call-record.ts';
import { type CutTally, countControl, inspectAfterCut, leaveStore } from './cut-tally.ts';
import { LoopDisk } from './loop-disk.ts';

/** The number of cuts that one disk serves: checking every value stays quick. */
const CUTS_A_STORE = 50;
const DISK_MEGABYTES = 256;
/** The command looks now and then; the same code looks after every cut. */
const CHECK_EVERY = 25;
const WRITE_MS = 400;
/** The time for which processes may go on that have lost their disk. */
const DARK_MS = 60;
const CONTROL_PAUSE_MS = 5;

const KINDS = ['writes', 'import', 'both'] as const;

/** Starts a program whose syncs do nothing and succeed: under this control points must get lost. */
const WITHOUT_SYNC =
  'strace -f --seccomp-bpf -qq -o /dev/null -e trace=fsync,fdatasync -e inject=fsync,fdatasync:retval=0'.split(
    ' ',
  );

export class LoopCuts implements Attempt {
  readonly #ground: Ground;
  readonly #tally: CutTally;
  readonly #disk: LoopDisk;
  #key = '';
  /** What the writers take for acknowledged after a cut; some of it was told while the disk was being shut down. */
  #told: readonly number[] | undefined;

  private constructor(ground: Ground, tally: CutTally) {
    this.#ground = ground;
    this.#tally = tally;
    this.#disk = new LoopDisk(ground.folder);
  }

  static async open(ground: Ground, tally: CutTally): Promise<LoopCuts> {
    const cuts = new LoopCuts(ground, tally);
    const disk = cuts.#disk;
    ground.after(() => disk.close());
    if (tally.store >= 0) {
      await disk.unmount();
      await disk.mount();
    }
    return cuts;
  }

  async next(done: number): Promise<number> {
    const server = await this.#openStore(Math.floor(done / CUTS_A_STORE));
    if (!server) return 1;
    const tally = this.#tally;
    const { batches, faults } = tally;
    const kind = KINDS[done % KINDS.length]!;
    const random = this.#ground.random(done);
    const cutPower = await this.#disk.preparePowerCut();
    const writers =
      kind === 'import'
        ? undefined
        : new OperatorWriters(server.url, this.#key, batches, faults, {
            onAnswer: ({ status }) => {
              if (status !== 200) tally.refused++;
            },
          });
    const importer =
      kind === 'writes' ? undefined : await this.#importUntilCut(random, kind === 'import');
    if (kind === 'writes') await sleep(random.unit() * WRITE_MS);
    const acknowledged = { batches: [...batches], isImported: importer?.child.exitCode === 0 };
    await cutPower();
    await sleep(random.unit() * DARK_MS);
    await Promise.all([server.kill(), importer?.kill()]);
    await writers?.end();
    this.#told = [...batches];
    tally.batches = acknowledged.batches;
    if (acknowledged.isImported) tally.spans++;
    if (importer) tally.imports[acknowledged.isImported ? 'ended' : 'cut']++;
    await this.#disk.unmount();
    await this.#disk.mount();
    if ((done + 1) % CHECK_EVERY === 0) await this.#check();
    return 1;
  }

  async finish(): Promise<void> {
    await this.#closeStore();
    if ((await lackOfRecord()) === undefined) await this.#control();
  }

  get #path(): string {
    return join(this.#disk.mountPoint, 'store', 'store.db');
  }

  /** A server on what the last cut left, or on a new disk; undefined if it cannot be started. */
  async #openStore(number: number): Promise<ProductServer | undefined> {
    const tally = this.#tally;
    const keyPath = join(this.#ground.folder, 'key');
    if (tally.store !== number) {
      await this.#closeStore();
      await this.#disk.make(DISK_MEGABYTES);
      await writeFile(keyPath, await makeWrittenStore(`sqlite:${this.#path}`));
      tally.importMs = await timeSpanImport(this.#ground.folder, this.#path, 0);
      Object.assign(tally, { store: number, spans: 1 });
      this.#told = [...tally.batches];
    }
    this.#key = await readFile(keyPath, 'utf8');
    return this.#restart();
  }

  /** Looks at what the last cut left, and is done with it. */
  async #closeStore(): Promise<void> {
    const tally = this.#tally;
    if (tally.store < 0) return;
    const server = await this.#restart();
    if (!server) return;
    if ((await server.stop()) !== 0) tally.faults.push('the last server did not end cleanly');
    await this.#check();
    leaveStore(tally);
  }

  /**
   * Makes one more cut, on a disk that syncs do not reach. The row must see that points are lost, or it
   * proves nothing.
   */
  async #control(): Promise<void> {
    await this.#disk.make(DISK_MEGABYTES);
    const url = `sqlite:${this.#path}`;
    const key = await makeWrittenStore(url);
    const server = await ProductServer.start(this.#ground, {
      env: { STORE: url },
      under: WITHOUT_SYNC,
    });
    const batches = [0, 0, 0, 0];
    const writers = new OperatorWriters(server.url, key, batches, this.#tally.faults);
    while (!server.hasEnded && batches.includes(0)) await sleep(CONTROL_PAUSE_MS);
    const acknowledged = [...batches];
    await (await this.#disk.preparePowerCut())();
    await server.kill();
    await writers.end();
    await this.#disk.unmount();
    await this.#disk.mount();
    countControl(
      this.#tally,
      (await inspectAfterCut(this.#path, { batches: acknowledged, spans: 0 }, Infinity)).faults,
    );
  }

  /** Starts a server on what the last cut left and checks once that nothing is missing. */
  async #restart(): Promise<ProductServer | undefined> {
    const tally = this.#tally;
    let server: ProductServer;
    try {
      server = await ProductServer.start(this.#ground, { env: { STORE: `sqlite:${this.#path}` } });
    } catch (error) {
      tally.faults.push(`after a cut: ${(error as Error).message}`);
      leaveStore(tally);
      return undefined;
    }
    const told = this.#told;
    // A run that was broken off may have written more than it remembers.
    const late = told ? told.map((count, writer) => count - tally.batches[writer]!) : [Infinity];
    const found = await inspectAfterCut(this.#path, tally, 1 + Math.max(...late));
    tally.faults.push(...found.faults);
    tally.spans = found.spans;
    // All else is sent again, under the same Idempotency-Key.
    tally.batches = found.batches.map((count, writer) => Math.min(count, told?.[writer] ?? count));
    this.#told = [...tally.batches];
    return server;
  }

  #importUntilCut(random: Random, isAlone: boolean): Promise<ProductProcess> {
    const { importMs: usualMs, spans } = this.#tally;
    const start = () => startSpanImport(this.#ground.folder, this.#path, spans);
    return importUntil(this.#path, start, { random, usualMs, isAlone });
  }

  async #check(): Promise<void> {
    const { code, text } = await runProduct(['check', '--store', `sqlite:${this.#path}`]);
    this.#tally.checks++;
    if (code !== 0) this.#tally.faults.push(`gridtide check: ${text}`);
  }
}
