// The scale benchmark: one engine after the other, every phase in order.

import { statfs } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { clearStep, showStage } from '../../harness/progress.ts';
import type { Workspace } from '../../harness/workspace.ts';
import { usageOf } from '../contenders/contender.ts';
import { checkReads } from './check-reads.ts';
import { ENGINE_TITLES, type Engine, type EngineName } from './engine.ts';
import { growthOf, measureLatency } from './measure-latency.ts';
import { measureMemory } from './measure-memory.ts';
import { measureRates, RATE_CLIENTS } from './measure-rates.ts';
import { measureWriting } from './measure-writing.ts';
import { startPostgres } from './postgres-engine.ts';
import { prepareStore, type ScaleStore } from './prepare-store.ts';
import { READS } from './reads.ts';
import { judgeScale } from './report/scale-bars.ts';
import type { EngineResults, ScaleResults, StoreFacts } from './report/scale-results.ts';
import type { ScaleOptions } from './scale-options.ts';
import { SHORT_HOURS, YEAR_HOURS } from './scale-year.ts';
import { startSqlite } from './sqlite-engine.ts';
import { type ScaleServer, startServers } from './start-servers.ts';

/** A point in either engine, and a series with its indexes, with some room for logs. */
const BYTES_PER_POINT = 6;
const BYTES_PER_SERIES = 1_500;
const MOST_RATE_ROUNDS = 3;

const start: Readonly<Record<EngineName, (workspace: Workspace) => Promise<Engine>>> = {
  sqlite: async (workspace) => startSqlite(workspace),
  postgres: startPostgres,
};

export async function runScale(
  workspace: Workspace,
  options: ScaleOptions,
  command: string,
): Promise<ScaleResults> {
  await requireSpace(workspace, options);
  const engines: EngineResults[] = [];
  for (const name of options.engines) {
    const engine = await start[name](workspace);
    engines.push(await runEngine(workspace, engine, options));
  }
  clearStep();
  return {
    date: new Date().toISOString().slice(0, 10),
    command,
    machine: {
      cores: cpus().length,
      model: cpus()[0]?.model.trim() ?? '',
      memoryGb: Math.round(totalmem() / 2 ** 30),
      node: process.version,
    },
    sizes: options.sizes,
    metadataSize: options.metadataSize,
    rounds: options.rounds,
    seconds: options.seconds,
    clients: RATE_CLIENTS,
    engines,
    bars: judgeScale(engines),
  };
}

async function runEngine(
  workspace: Workspace,
  engine: Engine,
  options: ScaleOptions,
): Promise<EngineResults> {
  const title = ENGINE_TITLES[engine.name];
  const stores = await prepareStores(workspace, engine, options);
  const servers = await startServers(workspace, stores);
  const startMb = new Map<ScaleServer, number>();
  for (const server of servers) startMb.set(server, (await usageOf(server)).rssMb);
  showStage(`${title}: answers are what was stored`);
  let comparedAnswers = 0;
  for (const server of servers) comparedAnswers += await checkReads(server);
  const load = workspace.start('harness/load/load-process.ts');
  const { rounds, seconds } = options;
  showStage(`${title}: ${rounds} rounds of every read at every size`);
  const latencies = await measureLatency(servers, load, { rounds, seconds });
  showStage(`${title}: ${RATE_CLIENTS} clients`);
  const rateRounds = Math.min(rounds, MOST_RATE_ROUNDS);
  const rates = await measureRates(engine, servers, load, { rounds: rateRounds, seconds });
  showStage(`${title}: memory`);
  const memory = await measureMemory(engine, servers, startMb);
  const { privateMb } = await engine.usage();
  for (const { child } of servers) await child.stop();
  await load.stop();
  showStage(`${title}: writing`);
  const writing = await measureWriting(workspace, engine, seconds * 5);
  return {
    engine: engine.name,
    version: engine.version,
    comparedAnswers,
    stores: stores.map(factsOf),
    latencies,
    growth: READS.map(({ name }) => growthOf(latencies, name)),
    rates,
    memory,
    databasePrivateMb: privateMb,
    writing,
  };
}

async function prepareStores(
  workspace: Workspace,
  engine: Engine,
  { sizes, metadataSize }: ScaleOptions,
): Promise<ScaleStore[]> {
  const stores: ScaleStore[] = [];
  for (const size of sizes) {
    const content = { size, hours: YEAR_HOURS, hasRuns: true };
    stores.push(await prepareStore(workspace, engine, `${size}`, content));
  }
  const content = { size: metadataSize, hours: SHORT_HOURS, hasRuns: false };
  return [...stores, await prepareStore(workspace, engine, `${metadataSize}-metadata`, content)];
}

function factsOf({ content, bytes, metadataBytes, fillSeconds }: ScaleStore): StoreFacts {
  const points = content.size * content.hours;
  return {
    size: content.size,
    points,
    bytes,
    bytesPerPoint: bytes / points,
    metadataBytesPerSeries: metadataBytes / content.size,
    isMetadataOnly: !content.hasRuns,
    fillSeconds,
  };
}

async function requireSpace(workspace: Workspace, { sizes, metadataSize, engines }: ScaleOptions) {
  const series = sizes.reduce((sum, size) => sum + size, 0);
  const bytes = series * YEAR_HOURS * BYTES_PER_POINT + metadataSize * BYTES_PER_SERIES;
  const { bavail, bsize } = await statfs(workspace.folder);
  if (bavail * bsize >= bytes * engines.length) return;
  const gigabytes = ((bytes * engines.length) / 1e9).toFixed(1);
  throw new Error(
    `This run needs ${gigabytes} GB in ${workspace.folder}; --folder or TMPDIR names another.`,
  );
}
