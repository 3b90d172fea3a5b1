// Calls of the system that fail: the N-th write, fsync or open on the store's files.

import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { checkFiles } from '#store/check/check-store';
import { filesAt } from '#store/engines/sqlite/store-files';
import { runProduct } from '../../harness/product-process.ts';
import { ProductServer } from '../../harness/product-server.ts';
import { inspectUsers } from '../calls/account-clerk.ts';
import { type CallsTally, newCallsTally, newStore, pointsOf } from '../calls/calls-tally.ts';
import { describeCall, FULL, failingCallOf } from '../calls/failing-call.ts';
import { SCENES, type Stage } from '../calls/scenes.ts';
import { lacksTracer, readInjected, removeLog } from '../calls/tracer.ts';
import type { Attempt, Ground, Row } from '../row.ts';
import {
  type Found,
  inspectStore,
  makeWrittenStore,
  writeSpanFile,
  writtenCode,
} from '../writing/written-store.ts';

/** The number of runs that one store serves: checking every value stays quick. */
const RUNS_A_STORE = 50;
/** Hours enough for an answer that is made in a thread. */
const SPANS_FOR_LARGE = 7;

class FailingCalls implements Attempt {
  readonly #ground: Ground;
  readonly #folder: string;
  readonly #tally: CallsTally;
  /** Imported before anything fails. */
  readonly #firstSpans: number;
  #key = '';
  #isFirst = true;

  constructor(ground: Ground, tally: CallsTally) {
    this.#ground = ground;
    this.#folder = resolve(ground.folder);
    this.#tally = tally;
    const runs = Array.from({ length: ground.count }, (_, run) => failingCallOf(run));
    this.#firstSpans = runs.some(({ scene }) => scene === 'answering') ? SPANS_FOR_LARGE : 1;
  }

  async next(done: number): Promise<number> {
    const tally = this.#tally;
    await this.#openStore(Math.floor(done / RUNS_A_STORE));
    const failing = failingCallOf(done);
    const stage = this.#stage();
    await removeLog(stage.log);
    await SCENES[failing.scene](stage, failing);
    const failed = await readInjected(stage.log);
    if (failed.length === 0) tally.without.push(describeCall(failing));
    else tally.runs[failing.kind]++;
    if (failing.isLasting) tally.lasting++;
    for (const file of failed) tally.calls[file] = (tally.calls[file] ?? 0) + 1;
    const which = `run ${done + 1} (${describeCall(failing)})`;
    tally.faults.push(...stage.faults.map((fault) => `${which}: ${fault}`));
    return 1;
  }

  async finish(): Promise<void> {
    const server = await this.#startSound(this.#tally.faults);
    if ((await server.stop()) !== 0) this.#tally.faults.push('the last server did not end cleanly');
    await this.#check();
  }

  #stage(): Stage {
    const faults: string[] = [];
    return {
      ground: this.#ground,
      folder: this.#folder,
      log: join(this.#folder, 'calls.log'),
      storePath: this.#path,
      key: this.#key,
      tally: this.#tally,
      faults,
      startSound: () => this.#startSound(faults),
    };
  }

  /** Runs of the store in use. */
  get #path(): string {
    return join(this.#folder, `store-${this.#tally.store}`, 'store.db');
  }

  async #startSound(faults: string[]): Promise<ProductServer> {
    const tally = this.#tally;
    const server = await ProductServer.start(this.#ground, {
      env: { STORE: `sqlite:${this.#path}` },
    });
    // A run that was broken off may have written more than it remembers.
    const found = await inspectStore(this.#path, tally, this.#isFirst ? Infinity : 1);
    if (this.#isFirst) tally.batches = [...found.batches];
    else faults.push(...faultsOfRefusals(tally, found));
    this.#isFirst = false;
    faults.push(...found.faults.map((fault) => `left by the run before: ${fault}`));
    tally.spans = found.spans;
    await inspectUsers(this.#path, tally.users, faults);
    await checkFiles(filesAt(this.#path), {
      onDamage: ({ subject, what }) => faults.push(`check: ${subject}: ${what}`),
    });
    return server;
  }

  async #openStore(number: number): Promise<void> {
    const tally = this.#tally;
    const storeFolder = join(this.#folder, `store-${number}`);
    if (tally.store !== number) {
      if (tally.store >= 0) {
        await this.finish();
        tally.acknowledged += pointsOf(tally);
        tally.added += tally.users;
        await rm(join(this.#folder, `store-${tally.store}`), { recursive: true, force: true });
      }
      const making = join(this.#folder, 'making');
      for (const folder of [making, storeFolder])
        await rm(folder, { recursive: true, force: true });
      await mkdir(making, { recursive: true });
      const url = `sqlite:${join(making, 'store.db')}`;
      await writeFile(join(making, 'key'), await makeWrittenStore(url));
      const file = join(this.#folder, 'span.csv');
      await writeSpanFile(file, 0, this.#firstSpans);
      const { code, text } = await runProduct(['import', file, '--store', url]);
      if (code !== 0) throw new Error(`an import failed: ${text}`);
      await rename(making, storeFolder);
      Object.assign(tally, newStore(), { store: number, spans: this.#firstSpans });
    }
    this.#key = await readFile(join(storeFolder, 'key'), 'utf8');
  }

  async #check(): Promise<void> {
    const { code, text } = await runProduct(['check', '--store', `sqlite:${this.#path}`]);
    if (code !== 0) this.#tally.faults.push(`gridtide check: ${text}`);
  }
}

/** What was refused as not stored must not be stored. */
function faultsOfRefusals(tally: CallsTally, { batches, spans }: Found): string[] {
  const names = batches.flatMap((found, writer) => {
    const acknowledged = tally.batches[writer]!;
    const isInDoubt = tally.doubts[writer] === acknowledged;
    return found > acknowledged && !isInDoubt ? [writtenCode(writer)] : [];
  });
  if (spans > tally.spans && !tally.isImportInDoubt) names.push('an import');
  return names.map((name) => `${name}: exists, though it was said that nothing was stored`);
}

const format = (count: number | undefined): string => (count ?? 0).toLocaleString('en-GB');

export const failingCallsRow: Row<CallsTally> = {
  name: 'failing-calls',
  summary: 'the N-th write, fsync or open on the store fails, N from 1 to 200',
  count: FULL,
  unit: 'runs',
  mustHold: 'clear errors, no acknowledged loss, check clean, service goes on or stops cleanly',
  lacks: lacksTracer,
  newTally: newCallsTally,
  open: async (ground, tally) => new FailingCalls(ground, tally),
  judge(tally) {
    const { runs, answers, calls } = tally;
    const points = format(tally.acknowledged + pointsOf(tally));
    const users = format(tally.added + tally.users);
    const on = (ending: string): string => format(calls[ending]);
    return {
      faults: tally.faults,
      misses: tally.without.length > 0 ? [`no call failed in ${tally.without.join('; ')}`] : [],
      figures: `failed writes in ${runs.write} runs, fsyncs in ${runs.fsync}, opens in ${runs.open}, in ${tally.lasting} of them for good (${on('db-wal')} calls on logs, ${on('db')} on databases, ${on('db-shm')} on shared memory, ${on('db-journal')} on journals, ${on('folder')} on folders); ${tally.wentOn} processes went on, ${tally.ended} ended with a sentence; clients saw ${format(answers['200'])} × 200, ${format(answers.store_unavailable)} × store_unavailable, ${format(answers.write_unknown)} × write_unknown and nothing else; ${points} points and ${users} users acknowledged, every one looked at after each run`,
    };
  },
};
