// A run's report: to the terminal, and as dated Markdown with its chart.

import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
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
import { toMarkdown, toTerminal } from './write-tables.ts';

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
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return [
    `${seriesCount} series of 10 years hourly; medians of ${rounds} interleaved rounds of ${seconds} s; client and servers on one machine.`,
    `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${gigabytes} GB, Node ${process.version}, ${versions.map(({ contender, version }) => `${TITLES[contender]} ${version}`).join(', ')}.`,
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
  const date = new Date().toISOString().slice(0, 10);
  const base = `${date}-${name}`;
  const [bars, ...others] = tablesOf(results, verdicts).toReversed();
  const sections = [bars!, ...others.toReversed()].map(toMarkdown);
  const head = `# Speed, ${date}\n\n\`${command}\`\n\n${describeRun(results).join('\n')}\n\n![Requests per second](${base}.svg)\n`;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${base}.svg`), rateChart(results, CHARTED_CLIENTS));
  await writeFile(join(folder, `${base}.md`), [head, ...sections].join('\n'));
  return join(folder, `${base}.md`);
}
