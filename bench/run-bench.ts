// The benchmark: every phase in order, then the report.

import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { HOURS } from '../harness/data/calendar.ts';
import { longSeries } from '../harness/data/catalog.ts';
import { clearStep, showStage } from '../harness/progress.ts';
import type { Workspace } from '../harness/workspace.ts';
import { askOnce } from './ask-once.ts';
import { makeCases, packedCases } from './cases.ts';
import { chooseDatabases } from './contenders/choose-databases.ts';
import type { Contender } from './contenders/contender.ts';
import { startContenders } from './contenders/start-contenders.ts';
import type { BenchOptions } from './options.ts';
import { checkAnswers } from './phases/check-answers.ts';
import { measureCompressed } from './phases/measure-compressed.ts';
import { measureLoad } from './phases/measure-load.ts';
import { measureRequests } from './phases/measure-requests.ts';
import { measureStart } from './phases/measure-start.ts';
import { measureTail } from './phases/measure-tail.ts';
import type { RunResults } from './report/run-results.ts';

/** A row in PostgreSQL with its index and its log, the copies of the load test included. */
const BYTES_PER_ROW = 130;

/** More would take the check beyond its quarter of an hour. */
const COMPRESSED_ROUNDS = 5;

/** A start takes a second or two, and one of a few is always disturbed. */
const START_ROUNDS = 9;

export async function runBench(workspace: Workspace, options: BenchOptions): Promise<RunResults> {
  const { rounds, seconds, loadSeries, startSeries, loadRounds, tailRounds } = options;
  await requireSpace(options);
  const series = longSeries(options.series);
  const cases = makeCases(series);
  const { databases, skipped } = chooseDatabases(options.chdb);
  for (const reason of skipped) showStage(reason);
  const field = await startContenders(workspace, series, cases, databases);
  const rivals = field.contenders.filter(({ name }) => databases.includes(name));

  showStage('The same numbers from all');
  const equalValues = await checkAnswers(field, series, cases);
  showStage(`Requests: ${rounds} rounds`);
  const small = workspace.start('harness/load/load-process.ts');
  const requests = await measureRequests(field, cases, small, options);
  showStage('Compressed answers');
  const compressed = await measureCompressed(field, packedCases(cases), small, {
    rounds: Math.min(rounds, COMPRESSED_ROUNDS),
    seconds,
  });
  showStage('Small requests beside large ones');
  const large = workspace.start('harness/load/load-process.ts');
  const tail = await measureTail(field, cases, small, large, {
    rounds: tailRounds,
    seconds: Math.max(3, seconds),
  });
  showStage('CSV load');
  const load = await measureLoad(workspace, rivals, loadSeries, loadRounds);

  const product = field.contenders.find(({ name }) => name === 'warm')!;
  const answers = cases.map(async ({ name, requests: [first] }) => {
    const { bytes } = await askOnce(product.port, first!, field.token);
    return [name, bytes.length] as const;
  });
  const answerBytes = new Map(await Promise.all(answers));
  const versions = await Promise.all(rivals.map(readVersion));

  showStage(`Start with ${startSeries} series`);
  // No other process is at work then: PostgreSQL writes out what was loaded into it for a minute.
  await Promise.all(field.contenders.map(({ child }) => child.stop()));
  const start = await measureStart(workspace, startSeries, START_ROUNDS);
  clearStep();
  return {
    seriesCount: options.series,
    rounds: requests[0]!.rates.get('cold')!.length,
    seconds,
    equalValues,
    answerBytes,
    versions,
    skipped,
    requests,
    compressed,
    tail,
    load,
    start,
  };
}

const readVersion = async ({ name, child }: Contender) => ({
  contender: name,
  version: await child.call<string>('version'),
});

async function requireSpace({ series, loadSeries }: BenchOptions): Promise<void> {
  const { bavail, bsize } = await statfs(tmpdir());
  const neededBytes = (series + 3 * loadSeries) * HOURS * BYTES_PER_ROW;
  if (bavail * bsize >= neededBytes) return;
  const gigabytes = (neededBytes / 1e9).toFixed(1);
  throw new Error(`This run needs ${gigabytes} GB in ${tmpdir()}; TMPDIR names another folder.`);
}
