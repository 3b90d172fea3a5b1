// kill -9 of servers that are written to and of imports, at random moments, and of both at once.

import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkFiles } from '#store/check/check-store';
import { filesAt } from '#store/engines/sqlite/store-files';
import { runProduct } from '../../harness/product-process.ts';
import { ProductServer } from '../../harness/product-server.ts';
import type { Random } from '../../harness/random.ts';
import type { Attempt, Ground, Row } from '../row.ts';
import { OperatorWriters } from '../writing/operator-writers.ts';
import { importUntil, startSpanImport, timeSpanImport } from '../writing/span-import.ts';
import { BATCH, inspectStore, makeWrittenStore, SPAN_POINTS } from '../writing/written-store.ts';

/** The number of kills that one store serves: checking every value stays quick. */
const KILLS_A_STORE = 100;
/** The command looks now and then; the same code looks after every kill. */
const CHECK_EVERY = 25;
const WRITE_MS = 400;
const READY_MS = 2_000;

const KINDS = ['writes', 'import', 'both'] as const;

interface KillTally {
  /** The store in use, and what it must hold. */
  store: number;
  batches: number[];
  spans: number;
  /** How long an undisturbed import takes. */
  importMs: number;
  /** Points in stores that are done with. */
  acknowledged: number;
  imports: { killed: number; ended: number };
  readyMs: number[];
  checks: number;
  faults: string[];
}

const newStore = () => ({ batches: [0, 0, 0, 0], spans: 0, importMs: 0 });

const pointsOf = ({ batches, spans }: KillTally): number =>
  batches.reduce((a, b) => a + b, 0) * BATCH + spans * SPAN_POINTS;

class Killing implements Attempt {
  readonly #ground: Ground;
  readonly #tally: KillTally;
  #key = '';
  #isFirst = true;

  constructor(ground: Ground, tally: KillTally) {
    this.#ground = ground;
    this.#tally = tally;
  }

  async next(done: number): Promise<number> {
    await this.#openStore(Math.floor(done / KILLS_A_STORE));
    const server = await this.#restart();
    const kind = KINDS[done % KINDS.length]!;
    const random = this.#ground.random(done);
    const writers =
      kind === 'import'
        ? undefined
        : new OperatorWriters(server.url, this.#key, this.#tally.batches, this.#tally.faults);
    if (kind === 'writes') await sleep(random.unit() * WRITE_MS);
    else await this.#importAndKill(random, kind === 'both' ? server : undefined);
    if (kind === 'import') await this.#stillServes(server);
    await server.kill();
    await writers?.end();
    if ((done + 1) % CHECK_EVERY === 0) await this.#check();
    return 1;
  }

  async finish(): Promise<void> {
    const server = await this.#restart();
    if ((await server.stop()) !== 0) this.#tally.faults.push('the last server did not end cleanly');
    await this.#check();
  }

  /** Kills of the store in use. */
  get #path(): string {
    return join(this.#ground.folder, `store-${this.#tally.store}`, 'store.db');
  }

  async #openStore(number: number): Promise<void> {
    const { folder } = this.#ground;
    const storeFolder = join(folder, `store-${number}`);
    if (this.#tally.store !== number) {
      if (existsSync(this.#path)) await this.#check();
      if (this.#tally.store >= 0) {
        this.#tally.acknowledged += pointsOf(this.#tally);
        await rm(join(folder, `store-${this.#tally.store}`), { recursive: true, force: true });
      }
      const making = join(folder, 'making');
      await rm(making, { recursive: true, force: true });
      await rm(storeFolder, { recursive: true, force: true });
      await mkdir(making, { recursive: true });
      await writeFile(
        join(making, 'key'),
        await makeWrittenStore(`sqlite:${join(making, 'store.db')}`),
      );
      await rename(making, storeFolder);
      Object.assign(this.#tally, newStore(), { store: number });
      this.#tally.importMs = await timeSpanImport(folder, this.#path, 0);
      this.#tally.spans = 1;
    }
    this.#key = await readFile(join(storeFolder, 'key'), 'utf8');
  }

  /** Starts a server on what the last kill left and checks once that nothing is missing. */
  async #restart(): Promise<ProductServer> {
    const tally = this.#tally;
    const server = await ProductServer.start(this.#ground, {
      env: { STORE: `sqlite:${this.#path}` },
    });
    tally.readyMs.push(Math.round(server.readyMs));
    // A run that was broken off may have written more than it remembers.
    const found = await inspectStore(this.#path, tally, this.#isFirst ? Infinity : 1);
    if (this.#isFirst) tally.batches = [...found.batches];
    this.#isFirst = false;
    tally.faults.push(...found.faults);
    tally.spans = found.spans;
    await checkFiles(filesAt(this.#path), {
      onDamage: ({ subject, what }) => tally.faults.push(`check: ${subject}: ${what}`),
    });
    return server;
  }

  /** Imports and kills, and kills `server` at the same time if one is given. */
  async #importAndKill(random: Random, server: ProductServer | undefined): Promise<void> {
    const { importMs: usualMs, spans } = this.#tally;
    const start = () => startSpanImport(this.#ground.folder, this.#path, spans);
    const importer = await importUntil(this.#path, start, { random, usualMs, isAlone: !server });
    if (server) await Promise.all([importer.kill(), server.kill()]);
    else await importer.kill();
    const [code, signal] = await importer.ended;
    if (code === 0) this.#tally.spans++;
    else if (signal !== 'SIGKILL') this.#tally.faults.push(`an import ended with ${code}`);
    this.#tally.imports[code === 0 ? 'ended' : 'killed']++;
  }

  async #stillServes(server: ProductServer): Promise<void> {
    const answer = await fetch(`${server.url}/api/v1/metadata`, {
      headers: { authorization: `Bearer ${this.#key}` },
    });
    await answer.arrayBuffer();
    if (answer.status !== 200)
      this.#tally.faults.push(`beside a killed import the server says ${answer.status}`);
  }

  async #check(): Promise<void> {
    const { code, text } = await runProduct(['check', '--store', `sqlite:${this.#path}`]);
    this.#tally.checks++;
    if (code !== 0) this.#tally.faults.push(`gridtide check: ${text}`);
  }
}

export const killRow: Row<KillTally> = {
  name: 'kill',
  summary: 'kill -9 during imports and operator writes',
  count: 1_000,
  unit: 'kills',
  mustHold: '0 acknowledged points lost, 0 duplicated, check clean, ready within 2 s of the start',
  newTally: () => ({
    store: -1,
    ...newStore(),
    acknowledged: 0,
    imports: { killed: 0, ended: 0 },
    readyMs: [],
    checks: 0,
    faults: [],
  }),
  open: async (ground, tally) => new Killing(ground, tally),
  judge(tally) {
    const sorted = [...tally.readyMs].sort((a, b) => a - b);
    const worst = sorted.at(-1) ?? 0;
    const points = (tally.acknowledged + pointsOf(tally)).toLocaleString('en-GB');
    const { killed, ended } = tally.imports;
    return {
      faults: tally.faults,
      misses: worst > READY_MS ? [`a start took ${worst} ms to be ready`] : [],
      figures: `${points} points acknowledged; ${killed} imports killed, ${ended} ended before; checked after every kill, ${tally.checks} times by the command; ready after ${sorted[sorted.length >> 1]} ms (median), ${worst} ms at worst`,
    };
  },
};
