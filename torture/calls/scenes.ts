// What goes on while a call fails, and what each must come to.

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkFiles } from '#store/check/check-store';
import { filesAt } from '#store/engines/sqlite/store-files';
import { ProductProcess } from '../../harness/product-process.ts';
import { ProductServer } from '../../harness/product-server.ts';
import type { Ground } from '../row.ts';
import { writeSpanFile } from '../writing/written-store.ts';
import { waitUntil } from './answers-seen.ts';
import type { CallsTally } from './calls-tally.ts';
import type { FailingCall, Scene } from './failing-call.ts';
import { faultOfEnd } from './last-words.ts';
import { ServedClients } from './served-clients.ts';
import { readInjected, Tracer, tracedFromStart } from './tracer.ts';

/** The N-th call comes within it on any machine. */
const CALL_WITHIN_MS = 60_000;
/** Longer than any time-out of the product's: what has not ended or answered by then hangs. */
const WITHIN_MS = 30_000;
/** How long a disk fails that fails for good. */
const LASTS_MS = 400;

export interface Stage {
  readonly ground: Ground;
  readonly folder: string;
  /** The file that the tracer writes. */
  readonly log: string;
  readonly storePath: string;
  readonly key: string;
  readonly tally: CallsTally;
  /** The number of this run. */
  readonly faults: string[];
  /** A server whose calls do not fail, on what the last run left: it is looked at, once. */
  startSound(): Promise<ProductServer>;
}

export const SCENES: Readonly<
  Record<Scene, (stage: Stage, failing: FailingCall) => Promise<void>>
> = {
  async serving(stage, failing) {
    const server = await stage.startSound();
    const tracer = await Tracer.attach(server.child.pid!, failing, stage.storePath, stage.log);
    await bear(stage, failing, server, tracer);
  },

  async starting(stage, failing) {
    await endSoundly(stage, await stage.startSound());
    const server = beginTraced(stage, failing, stage.storePath);
    if (await server.becomesReady()) await bear(stage, failing, server);
    else await noteEnd(stage, server);
  },

  async answering(stage, failing) {
    const server = await stage.startSound();
    const tracer = await Tracer.attach(server.child.pid!, failing, stage.storePath, stage.log);
    const clients = new ServedClients(stage, server, 'large');
    await waitUntil(() => isMet(stage, server), CALL_WITHIN_MS);
    await clients.readAgain(WITHIN_MS);
    await tracer.detach();
    await clients.readAgain(WITHIN_MS);
    await endServer(stage, failing, server, true);
    await clients.end();
  },

  async importing(stage, failing) {
    await endSoundly(stage, await stage.startSound());
    await importTraced(stage, failing);
  },

  async 'importing-beside'(stage, failing) {
    const server = await stage.startSound();
    const clients = new ServedClients(stage, server, 'small');
    await importTraced(stage, failing);
    await clients.writeAgain('acknowledgements', WITHIN_MS);
    await endServer(stage, failing, server, true);
    await clients.end();
  },

  async making(stage, failing) {
    const folder = join(stage.folder, 'made');
    await rm(folder, { recursive: true, force: true });
    const path = join(folder, 'store.db');
    const server = beginTraced(stage, failing, path);
    if (await server.becomesReady()) await endServer(stage, failing, server, !failing.isLasting);
    else await noteEnd(stage, server);
    await endSoundly(
      stage,
      await ProductServer.start(stage.ground, { env: { STORE: `sqlite:${path}` } }),
    );
    await checkFiles(filesAt(path), {
      onDamage: ({ subject, what }) => stage.faults.push(`check: ${subject}: ${what}`),
    });
  },
};

const beginTraced = (stage: Stage, failing: FailingCall, storePath: string): ProductServer =>
  ProductServer.begin(stage.ground, {
    env: { STORE: `sqlite:${storePath}` },
    under: tracedFromStart(failing, storePath, stage.log),
  });

const isMet = async ({ log }: Stage, process: ProductProcess): Promise<boolean> =>
  process.hasEnded || (await readInjected(log)).length > 0;

/** A server under load when its call fails, and afterwards; `tracer` if it can be detached. */
async function bear(
  stage: Stage,
  failing: FailingCall,
  server: ProductServer,
  tracer?: Tracer,
): Promise<void> {
  const clients = new ServedClients(stage, server, 'small');
  let isSound = !failing.isLasting;
  await waitUntil(() => isMet(stage, server), CALL_WITHIN_MS);
  if (!isSound && !server.hasEnded) {
    await clients.writeAgain('answers', WITHIN_MS);
    await sleep(LASTS_MS);
    // Every other disk is mended before the end.
    if (tracer && failing.end === 'stop') {
      await tracer.detach();
      isSound = true;
    }
  }
  if (isSound && !server.hasEnded) await clients.writeAgain('acknowledgements', WITHIN_MS);
  // With nothing under way, the last refused write may be stored only if its outcome was unknown.
  if (!isSound) await clients.end();
  await endServer(stage, failing, server, isSound);
  await clients.end();
  await tracer?.detach();
}

/** Ends the server as the run says. One whose disk is sound must end well. */
async function endServer(
  stage: Stage,
  { end }: FailingCall,
  server: ProductServer,
  isSound: boolean,
): Promise<void> {
  if (server.hasEnded) return noteEnd(stage, server);
  stage.tally.wentOn++;
  if (end === 'kill') return server.kill();
  void server.stop();
  await endsInTime(stage, server);
  const [code] = await server.ended;
  if (isSound && code !== 0) stage.faults.push(`a stop ended with ${code}`);
  const fault = await faultOfEnd(server);
  if (fault !== undefined) stage.faults.push(fault);
}

async function endSoundly(stage: Stage, server: ProductServer): Promise<void> {
  void server.stop();
  await endsInTime(stage, server);
  const [code] = await server.ended;
  if (code !== 0) stage.faults.push(`a sound server ended with ${code}: ${server.stderr}`);
}

async function endsInTime({ faults }: Stage, process: ProductProcess): Promise<void> {
  if (await waitUntil(() => process.hasEnded, WITHIN_MS)) return;
  faults.push('does not end');
  await process.kill();
}

/** The outcome of a process that ended by itself. */
async function noteEnd(stage: Stage, process: ProductProcess): Promise<void> {
  stage.tally.ended++;
  const fault = await faultOfEnd(process);
  if (fault !== undefined) stage.faults.push(fault);
}

async function importTraced(stage: Stage, failing: FailingCall): Promise<void> {
  const file = join(stage.folder, 'span.csv');
  await writeSpanFile(file, stage.tally.spans);
  const importer = new ProductProcess(
    ['import', file, '--store', `sqlite:${stage.storePath}`],
    {},
    tracedFromStart(failing, stage.storePath, stage.log),
  );
  await endsInTime(stage, importer);
  const [code] = await importer.ended;
  stage.tally.isImportInDoubt = importer.stderr.includes('it may be stored or not');
  if (code !== 0) return noteEnd(stage, importer);
  stage.tally.spans++;
  stage.tally.wentOn++;
}
