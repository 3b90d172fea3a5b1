// A scale run's report: to the terminal, as dated Markdown with its chart, and as JSON for other programs.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatCount } from '../../../harness/numbers.ts';
import { toMarkdown, toTerminal } from '../../report/write-tables.ts';
import { ENGINE_TITLES } from '../engine.ts';
import { scaleChart } from './scale-chart.ts';
import type { ScaleResults } from './scale-results.ts';
import { scaleBarTable, scaleTables } from './scale-tables.ts';

function describeRun({ sizes, metadataSize, rounds, seconds, machine, engines }: ScaleResults) {
  const versions = engines.map(({ engine, version }) => `${ENGINE_TITLES[engine]} ${version}`);
  const compared = engines.reduce((sum, { comparedAnswers }) => sum + comparedAnswers, 0);
  return [
    `${sizes.map(formatCount).join(', ')} series of a year of hours each, and ${formatCount(metadataSize)} for metadata alone; ${rounds} interleaved rounds of at most ${seconds} s; client, servers and databases on one machine.`,
    `${machine.cores} cores (${machine.model}), ${machine.memoryGb} GB, Node ${machine.node}, ${versions.join(', ')}.`,
    `Before the clock ran, ${formatCount(compared)} values and records were compared with what was stored and were the same.`,
  ];
}

export function printScale(results: ScaleResults): void {
  console.log(`\n${describeRun(results).join('\n')}\n`);
  for (const table of [...scaleTables(results), scaleBarTable(results)]) {
    console.log(toTerminal(table));
  }
}

/** Writes `DATE-NAME.md`, `.svg` and `.json`; resolves to the Markdown's path. */
export async function writeScale(
  folder: string,
  name: string,
  results: ScaleResults,
): Promise<string> {
  const base = `${results.date}-${name}`;
  const head = `# Scale, ${results.date}\n\n\`${results.command}\`\n\n${describeRun(results).join('\n')}\n\n![p50 by the number of series](${base}.svg)\n\nThe same as [JSON](${base}.json).\n`;
  const sections = [scaleBarTable(results), ...scaleTables(results)].map(toMarkdown);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${base}.svg`), scaleChart(results));
  await writeFile(join(folder, `${base}.json`), `${JSON.stringify(results, null, 2)}\n`);
  await writeFile(join(folder, `${base}.md`), [head, ...sections].join('\n'));
  return join(folder, `${base}.md`);
}
