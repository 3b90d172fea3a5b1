// Power cuts without a disk to shut down: what was written and synced is recorded, and the disk rebuilt from that.

import { existsSync } from 'node:fs';
import { cp, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../harness/lifetime.ts';
import { runProduct } from '../../harness/product-process.ts';
import { ProductServer } from '../../harness/product-server.ts';
import type { Random } from '../../harness/random.ts';
import type { Attempt, Ground } from '../row.ts';
import { OperatorWriters } from '../writing/operator-writers.ts';
import { startSpanImport } from '../writing/span-import.ts';
import { makeWrittenStore } from '../writing/written-store.ts';
import { type Call, readCalls, recordInto } from './call-record.ts';
import { type CutTally, countControl, inspectAfterCut } from './cut-tally.ts';
import { ReplayedDisk } from './replayed-disk.ts';

/** The number of cuts from one record; the last is at its end, and the next record begins with what that left. */
const CUTS_A_RECORD = 10;
const WRITE_MS = 300;

/** What must be stored if the power goes before a given call: `at` is the call that acknowledged it. */
interface Acknowledgement {
  readonly at: number;
  readonly writer: number | 'import';
}

interface Recording {
  readonly calls: readonly Call[];
  readonly acknowledgements: readonly Acknowledgement[];
}

export class ReplayCuts implements Attempt {
  readonly #ground: Ground;
  readonly #tally: CutTally;
  #isFirst = true;

  constructor(ground: Ground, tally: CutTally) {
    this.#ground = ground;
    this.#tally = tally;
  }

  async next(done: number, most: number): Promise<number> {
    const tally = this.#tally;
    await this.#openStore();
    // The store itself stays as it is until the cuts are done.
    const recorded = this.#pathOf('recorded');
    await rm(recorded, { recursive: true, force: true });
    await cp(this.#pathOf('store'), recorded, { recursive: true });
    const folder = await realpath(recorded);
    const disk = await ReplayedDisk.read(folder);
    const blind = await ReplayedDisk.read(folder, { isSyncIgnored: true });
    const random = this.#ground.random(done);
    const isImport = Math.floor(done / CUTS_A_RECORD) % 2 === 1;
    const recording = isImport ? await this.#recordImport() : await this.#recordWrites(random);
    if (!isImport) await this.#control(blind, recording, random);
    const moments = momentsOf(recording, Math.min(CUTS_A_RECORD, most), random);
    let applied = 0;
    for (const moment of moments) {
      while (applied < moment) disk.apply(recording.calls[applied++]!);
      await disk.cut(this.#pathOf('cut'), random);
      const expected = expectedAt(moment, recording, tally);
      const found = await inspectAfterCut(join(this.#pathOf('cut'), 'store.db'), expected, 1);
      tally.faults.push(...found.faults);
      const isEnd = moment === recording.calls.length;
      if (isImport) tally.imports[isEnd ? 'ended' : 'cut']++;
      if (!isEnd) continue;
      Object.assign(tally, { batches: [...found.batches], spans: found.spans });
    }
    await rm(this.#pathOf('store'), { recursive: true, force: true });
    await rename(this.#pathOf('cut'), this.#pathOf('store'));
    return moments.length;
  }

  /** Checks that points get lost on a disk that syncs do not reach: else the row proves nothing. */
  async #control(disk: ReplayedDisk, recording: Recording, random: Random): Promise<void> {
    const { calls } = recording;
    for (const call of calls) disk.apply(call);
    await disk.cut(this.#pathOf('control'), random);
    const expected = expectedAt(calls.length, recording, this.#tally);
    const path = join(this.#pathOf('control'), 'store.db');
    countControl(this.#tally, (await inspectAfterCut(path, expected, 1)).faults);
  }

  async finish(): Promise<void> {
    const path = join(this.#pathOf('store'), 'store.db');
    const { code, text } = await runProduct(['check', '--store', `sqlite:${path}`]);
    this.#tally.checks++;
    if (code !== 0) this.#tally.faults.push(`gridtide check: ${text}`);
  }

  #pathOf(name: string): string {
    return join(this.#ground.folder, name);
  }

  /** Makes a store if none exists. A store that a broken-off run left may have more than is remembered. */
  async #openStore(): Promise<void> {
    const store = this.#pathOf('store');
    if (!existsSync(store)) {
      const making = this.#pathOf('making');
      await rm(making, { recursive: true, force: true });
      const key = await makeWrittenStore(`sqlite:${join(making, 'store.db')}`);
      await writeFile(this.#pathOf('key'), key);
      await rename(making, store);
    } else if (this.#isFirst) {
      const found = await inspectAfterCut(join(store, 'store.db'), this.#tally, Infinity);
      this.#tally.faults.push(...found.faults);
      Object.assign(this.#tally, { batches: [...found.batches], spans: found.spans });
    }
    this.#isFirst = false;
  }

  async #recordWrites(random: Random): Promise<Recording> {
    const { faults, batches } = this.#tally;
    const url = `sqlite:${join(this.#pathOf('recorded'), 'store.db')}`;
    const trace = this.#pathOf('calls');
    const server = await ProductServer.start(this.#ground, {
      env: { STORE: url },
      under: recordInto(trace),
    });
    const key = await readFile(this.#pathOf('key'), 'utf8');
    const writerOf = new Map<number, number>();
    const writers = new OperatorWriters(server.url, key, [...batches], faults, {
      onAnswer: ({ status, writer, body }) => {
        if (status === 200) writerOf.set(JSON.parse(body).entry, writer);
      },
    });
    await sleep((0.5 + random.unit()) * WRITE_MS);
    await writers.end();
    // A client may have its answer before the recorder has written down that it was sent.
    const recording = await until(async () => {
      const calls = await readCalls(trace);
      const acknowledgements = calls.flatMap((call, at) => {
        const writer = writerOf.get(entryOf(call));
        return writer === undefined ? [] : [{ at, writer }];
      });
      return acknowledgements.length === writerOf.size ? { calls, acknowledgements } : undefined;
    });
    await server.kill();
    return recording;
  }

  async #recordImport(): Promise<Recording> {
    const trace = this.#pathOf('calls');
    const path = join(this.#pathOf('recorded'), 'store.db');
    const { folder } = this.#ground;
    const importer = await startSpanImport(folder, path, this.#tally.spans, recordInto(trace));
    const [code] = await importer.ended;
    if (code !== 0) throw new Error(`an import failed: ${importer.stderr}`);
    const calls = await readCalls(trace);
    // It has told so when it has ended.
    return { calls, acknowledgements: [{ at: calls.length - 1, writer: 'import' }] };
  }
}

/** The number of the journal entry that an answer names; 0 if the call is no such answer. */
function entryOf({ file, texts }: Call): number {
  if (!file.startsWith('socket:')) return 0;
  const text = Buffer.concat(texts).toString('latin1');
  return text.startsWith('HTTP/1.1 200') ? Number(/"entry":(\d+)/.exec(text)?.[1] ?? 0) : 0;
}

/** The calls before which the power goes: any after the first write, and the end. */
function momentsOf({ calls }: Recording, count: number, random: Random): number[] {
  const first = calls.findIndex(({ name }) => name === 'pwrite64');
  const moments = Array.from(
    { length: count - 1 },
    () => first + random.below(calls.length - first),
  );
  return [...moments.sort((a, b) => a - b), calls.length];
}

function expectedAt(
  moment: number,
  { acknowledgements }: Recording,
  before: Pick<CutTally, 'batches' | 'spans'>,
): { batches: number[]; spans: number } {
  const expected = { batches: [...before.batches], spans: before.spans };
  for (const { at, writer } of acknowledgements) {
    if (at >= moment) break;
    if (writer === 'import') expected.spans++;
    else expected.batches[writer]!++;
  }
  return expected;
}
