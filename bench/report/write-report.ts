// A run's report: to the terminal, and as dated Markdown with its chart.

import { formatCount } from '../../harness/numbers.ts';
import { TITLES } from '../contenders/contender.ts';
import type { Verdict } from './judge-bars.ts';
import { rateChart } from './rate-chart.ts';
import type { RunResults } from './run-results.ts';
import {
  barTable,
  compressedTable,
  cpuTable,
  loadTable,
  speedTable,
  startTable,
  tailTable,
} from './tables.ts';
import { describeMachine, writePage } from './write-page.ts';
import { toTerminal } from './write-tables.ts';

const CHARTED_CLIENTS = 32;

const tablesOf = (results: RunResults, verdicts: readonly Verdict[]) => [
  speedTable(results),
  cpuTable(results),
  compressedTable(results),
  tailTable(results),
  loadTable(results),
  startTable(results),
  barTable(verdicts),
];

function describeRun(results: RunResults): string[] {
  const { seriesCount, rounds, seconds, equalValues, versions, skipped } = results;
  return [
    `${seriesCount} series of 10 years hourly; medians of ${rounds} interleaved rounds of ${seconds} s; client and servers on one machine.`,
    `${describeMachine()}, ${versions.map(({ contender, version }) => `${TITLES[contender]} ${version}`).join(', ')}.`,
    `Before the clock ran, ${formatCount(equalValues)} values were compared and were the same everywhere: stored ones exactly, averages to 1e-9.`,
    ...skipped,
  ];
}

export function printReport(results: RunResults, verdicts: readonly Verdict[]): void {
  console.log(`\n${describeRun(results).join('\n')}\n`);
  for (const table of tablesOf(results, verdicts)) console.log(toTerminal(table));
}

/** Writes `DATE-NAME.md` and `.svg`; resolves to the Markdown's path. */
export async function writeReport(
  folder: string,
  name: string,
  command: string,
  results: RunResults,
  verdicts: readonly Verdict[],
): Promise<string> {
  const [bars, ...others] = tablesOf(results, verdicts).toReversed();
  return writePage({
    folder,
    name,
    title: 'Speed',
    command,
    run: describeRun(results).join('\n'),
    charts: [{ title: 'Requests per second', svg: rateChart(results, CHARTED_CLIENTS) }],
    tables: [bars!, ...others.toReversed()],
  });
}
