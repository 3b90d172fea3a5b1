// The figures of docs/evidence/mutation.md: how they are counted, and that the page has those of every folder.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import {
  figuresOf,
  listSurvivors,
  type MutantRecord,
  type MutationResult,
  scoreOf,
  sectionLines,
  withSection,
} from '../../scripts/mutate/report.ts';
import { LEAST_SCORE, TARGETS } from '../../scripts/mutate/targets.ts';

const mutant = (status: string, line = 1): MutantRecord => ({
  mutatorName: 'EqualityOperator',
  replacement: 'a <=\n b',
  status,
  location: { start: { line, column: 5 }, end: { line, column: 10 } },
});

const RESULT: MutationResult = {
  files: {
    'src/core/time/zone.ts': {
      source: 'if (a < b) return;\nend(a < b);\n',
      mutants: [mutant('Killed'), mutant('Survived'), mutant('NoCoverage', 2), mutant('Ignored')],
    },
    'src/core/market/areas.ts': {
      source: '',
      mutants: [mutant('Killed'), mutant('Timeout'), mutant('Killed'), mutant('RuntimeError')],
    },
  },
};

const SECTION = {
  name: 'core',
  what: 'Time',
  date: '2026-01-02',
  commit: 'abc',
  command: 'npm run mutate -- core',
};

describe('the score of a folder', () => {
  it('a score is the share of noticed mutants; unreached ones count as survived', () => {
    const figures = figuresOf(RESULT.files['src/core/time/zone.ts']!.mutants);
    assert.deepEqual(figures, { killed: 1, endless: 0, survived: 1, unreached: 1, leftOut: 1 });
    assert.equal(scoreOf(figures), 100 / 3);
    assert.equal(scoreOf(figuresOf(RESULT.files['src/core/market/areas.ts']!.mutants)), 100);
    assert.equal(scoreOf(figuresOf([mutant('Ignored')])), undefined);
  });

  it('a score is never rounded up to one that was not reached', () => {
    const mutants = [
      ...Array(7_999).fill(mutant('Killed')),
      ...Array(2_001).fill(mutant('Survived')),
    ];
    const lines = sectionLines(SECTION, { files: { 'a.ts': { source: '', mutants } } });
    assert.ok(lines.some((line) => line.startsWith('**79.9 %** of 10000 mutants')));
  });
});

describe('the page', () => {
  it('a report has a row for each file and one for all', () => {
    assert.deepEqual(sectionLines(SECTION, RESULT).slice(-4, -1), [
      '| `src/core/market/areas.ts` | 100.0 % | 2 | 1 | 0 | 0 | 0 |',
      '| `src/core/time/zone.ts` | 33.3 % | 1 | 0 | 1 | 1 | 1 |',
      '| **all** | 66.6 % | 3 | 1 | 1 | 1 | 1 |',
    ]);
  });

  it('a report says what is left out, and why', () => {
    const ignored = (statusReason: string) => ({ ...mutant('Ignored'), statusReason });
    const mutants = [ignored('words.'), ignored('bytes'), ignored('bytes')];
    const lines = sectionLines(SECTION, { files: { 'a.ts': { source: '', mutants } } });
    assert.match(lines.join('\n'), /Left out are 2 \(bytes\), 1 \(words\)\./);
    const all = sectionLines(SECTION, {
      files: { 'a.ts': { source: '', mutants: [mutant('Killed')] } },
    });
    assert.match(all.join('\n'), /Nothing is left out\./);
  });

  it('the page gets the figures of a run in place of those of the last one', () => {
    const page = '# Mutation\n\n## Figures\n\n### codec\n\nold\n\n### core\n\nolder\n';
    const both = withSection(withSection(page, ['### codec', '', 'new', '']), [
      '### core',
      '',
      'newer',
      '',
    ]);
    assert.equal(both, '# Mutation\n\n## Figures\n\n### codec\n\nnew\n\n### core\n\nnewer\n');
    assert.equal(
      withSection('# Mutation\n', ['### codec', '', 'new', '']),
      '# Mutation\n\n### codec\n\nnew\n',
    );
  });

  it('the page shows that each folder has reached its score', async () => {
    const page = await readFile(
      new URL('../../docs/evidence/mutation.md', import.meta.url),
      'utf8',
    );
    for (const { name } of TARGETS) {
      const [, section] = page.split(`\n### ${name}\n`);
      const [, score] = /^\*\*([\d.]+) %\*\*/m.exec(section ?? '') ?? [];
      assert.ok(Number(score) >= LEAST_SCORE, `${name}: ${score}`);
    }
  });
});

describe('the list of survivors', () => {
  it('the list of survivors names the place of each, and what replaced what', () => {
    assert.deepEqual(listSurvivors(RESULT), [
      'src/core/time/zone.ts:1:5 EqualityOperator: a < b → a <= b',
      'src/core/time/zone.ts:2:5 EqualityOperator (not reached): a < b → a <= b',
    ]);
  });
});
