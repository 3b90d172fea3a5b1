// The figures of docs/evidence/mutation.md: a section for each folder, in place of its last one.

import { readFile, writeFile } from 'node:fs/promises';

export interface MutantRecord {
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly status: string;
  /** Why it was left out. */
  readonly statusReason?: string;
  readonly location: {
    readonly start: { readonly line: number; readonly column: number };
    readonly end: { readonly line: number; readonly column: number };
  };
}

/** What Stryker leaves behind, as far as it is used here. */
export interface MutationResult {
  readonly files: Readonly<
    Record<string, { readonly source: string; readonly mutants: readonly MutantRecord[] }>
  >;
}

export interface Figures {
  readonly killed: number;
  readonly endless: number;
  readonly survived: number;
  readonly unreached: number;
  readonly leftOut: number;
}

export interface Section {
  readonly name: string;
  /** Folder or files that were mutated. */
  readonly what: string;
  /** `yyyy-MM-dd`. */
  readonly date: string;
  readonly commit: string;
  readonly command: string;
}

const count = (mutants: readonly MutantRecord[], ...statuses: string[]): number =>
  mutants.filter(({ status }) => statuses.includes(status)).length;

export const figuresOf = (mutants: readonly MutantRecord[]): Figures => ({
  killed: count(mutants, 'Killed'),
  endless: count(mutants, 'Timeout'),
  survived: count(mutants, 'Survived'),
  unreached: count(mutants, 'NoCoverage'),
  leftOut: count(mutants, 'Ignored'),
});

/** The share of mutants that a test noticed, in percent; undefined without mutants. */
export function scoreOf({ killed, endless, survived, unreached }: Figures): number | undefined {
  const noticed = killed + endless;
  const all = noticed + survived + unreached;
  return all === 0 ? undefined : (100 * noticed) / all;
}

export const totalScore = ({ files }: MutationResult): number =>
  scoreOf(figuresOf(Object.values(files).flatMap(({ mutants }) => mutants))) ?? 0;

/** Rounded down, so that a score that is shown was reached. */
const formatScore = (score: number | undefined): string =>
  score === undefined ? '–' : `${(Math.floor(score * 10) / 10).toFixed(1)} %`;

function rowOf(name: string, figures: Figures): string {
  const { killed, endless, survived, unreached, leftOut } = figures;
  const cells = [
    name,
    formatScore(scoreOf(figures)),
    killed,
    endless,
    survived,
    unreached,
    leftOut,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** How many were left out for which reason, the commonest first. */
function leftOutOf(mutants: readonly MutantRecord[]): string {
  const ignored = mutants.filter(({ status }) => status === 'Ignored');
  const byReason = Object.entries(
    Object.groupBy(ignored, (one) => one.statusReason ?? 'no reason'),
  );
  const said = byReason
    .map(([reason, ones]) => ({ reason: reason.replace(/\.$/, ''), count: ones!.length }))
    .sort((a, b) => b.count - a.count)
    .map((each) => `${each.count} (${each.reason})`);
  return said.length === 0 ? 'Nothing is left out.' : `Left out are ${said.join(', ')}.`;
}

/** The heading, one line of how and when, and a table with a row for each file. */
export function sectionLines(section: Section, result: MutationResult): string[] {
  const files = Object.entries(result.files).sort(([a], [b]) => (a < b ? -1 : 1));
  const all = files.flatMap(([, { mutants }]) => mutants);
  return [
    `### ${section.name}`,
    '',
    `${section.what}, on ${section.date} at \`${section.commit}\` by \`${section.command}\`:`,
    `**${formatScore(scoreOf(figuresOf(all)))}** of ${all.length - figuresOf(all).leftOut} mutants noticed. ${leftOutOf(all)}`,
    '',
    '| file | score | killed | timed out | survived | not reached | left out |',
    '|---|---:|---:|---:|---:|---:|---:|',
    ...files.map(([path, { mutants }]) => rowOf(`\`${path}\``, figuresOf(mutants))),
    rowOf('**all**', figuresOf(all)),
    '',
  ];
}

/** The page with these lines in place of the section of the same heading, or at its end. */
export function withSection(page: string, lines: readonly string[]): string {
  const old = page.trimEnd().split('\n');
  const from = old.indexOf(lines[0]!);
  if (from < 0) return [...old, '', ...lines].join('\n');
  const next = old.findIndex((line, at) => at > from && /^##/.test(line));
  const rest = next < 0 ? [] : old.slice(next);
  return `${[...old.slice(0, from), ...lines, ...rest].join('\n').trimEnd()}\n`;
}

export async function writeSection(path: string, lines: readonly string[]): Promise<void> {
  await writeFile(path, withSection(await readFile(path, 'utf8'), lines));
}

/** The mutants that no test noticed, a line each: the file and line, and what replaced what. */
export function listSurvivors(result: MutationResult): string[] {
  const lines: string[] = [];
  for (const [path, { source, mutants }] of Object.entries(result.files)) {
    const text = source.split('\n');
    for (const { status, location, mutatorName, replacement = '' } of mutants) {
      if (status !== 'Survived' && status !== 'NoCoverage') continue;
      const { start, end } = location;
      const first = text[start.line - 1] ?? '';
      const last = start.line === end.line ? end.column - 1 : first.length;
      const was = first.slice(start.column - 1, last);
      const is = replacement.replace(/\s+/g, ' ');
      const kind = status === 'Survived' ? '' : ' (not reached)';
      lines.push(`${path}:${start.line}:${start.column} ${mutatorName}${kind}: ${was} → ${is}`);
    }
  }
  return lines;
}
