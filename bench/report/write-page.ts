// A dated page of results: what was asked, on which machine, the tables and the charts.

import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Table } from './tables.ts';
import { toMarkdown } from './write-tables.ts';

export interface Chart {
  /** The picture is `DATE-PAGE-NAME.svg`; left out, `DATE-PAGE.svg`. */
  readonly name?: string;
  readonly title: string;
  readonly svg: string;
}

export interface Page {
  readonly folder: string;
  /** The page is `DATE-NAME.md`. */
  readonly name: string;
  readonly title: string;
  readonly command: string;
  /** What was done, in sentences. */
  readonly run: string;
  readonly charts?: readonly Chart[];
  readonly tables: readonly Table[];
}

/** Writes a page and resolves to its path. */
export async function writePage(page: Page): Promise<string> {
  const { folder, title, command, run, charts = [], tables } = page;
  const date = new Date().toISOString().slice(0, 10);
  const base = `${date}-${page.name}`;
  const fileOf = ({ name }: Chart): string =>
    `${name === undefined ? base : `${base}-${name}`}.svg`;
  const pictures = charts.map((chart) => `![${chart.title}](${fileOf(chart)})\n`);
  const head = [`# ${title}, ${date}\n`, `\`${command}\`\n`, `${run}\n`, ...pictures];
  await mkdir(folder, { recursive: true });
  for (const chart of charts) await writeFile(join(folder, fileOf(chart)), chart.svg);
  const path = join(folder, `${base}.md`);
  await writeFile(path, [...head, ...tables.map(toMarkdown)].join('\n'));
  return path;
}

/** `2 cores (a model), 16 GB, Node v26` */
export const describeMachine = (): string =>
  `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`;

/** A bar of a bench, in words, and whether it was reached. */
export interface BarVerdict {
  readonly bar: string;
  readonly measured: string;
  readonly isReached: boolean;
}

export const verdictTable = (verdicts: readonly BarVerdict[], note?: string): Table => ({
  title: 'Bars',
  ...(note === undefined ? {} : { note }),
  head: ['bar', 'measured', ''],
  rows: verdicts.map(({ bar, measured, isReached }) => [
    bar,
    measured,
    isReached ? 'reached' : 'MISSED',
  ]),
  textColumns: 1,
});
