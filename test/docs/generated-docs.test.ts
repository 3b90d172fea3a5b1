// The pages made from the code are what the code would make now.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { COMMANDS } from '#cli/command-table';
import { REFUSALS } from '#core/refusal-table';
import { KEYWORD_NAMES } from '#core/time/keywords';
import { SETTINGS } from '#settings/settings';
import { buildDocs, docPath } from '../../scripts/build-docs.ts';

describe('generated docs', async () => {
  const built = await buildDocs();

  for (const [name, text] of built) {
    it(`docs/${name} is up to date (else: npm run docs)`, async () => {
      assert.equal(await readFile(docPath(name), 'utf8'), text);
    });
  }

  it('docs/reference/keywords.md has a row for every keyword', () => {
    const rows = built.get('reference/keywords.md')!.split('\n');
    const missing = KEYWORD_NAMES.filter(
      (name) => !rows.some((row) => row.startsWith(`| \`${name}\` |`)),
    );
    assert.deepEqual(missing, []);
  });

  it('docs/reference/errors.md shows a real example of every code, with its own status', () => {
    const text = built.get('reference/errors.md')!;
    for (const code of Object.keys(REFUSALS)) {
      const section = text.split(`\n### ${code}\n`)[1] ?? '';
      const problem = JSON.parse(/```json\n([\s\S]*?)\n```/.exec(section)?.[1] ?? '{}');
      assert.equal(problem.code, code);
      assert.match(section, new RegExp(`^\\n${problem.status} · `));
    }
  });

  it('docs/reference/commands.md has the help of every command', () => {
    const text = built.get('reference/commands.md')!;
    for (const { name } of COMMANDS) {
      const section = text.split(`\n## ${name}\n`)[1]?.split('\n## ')[0] ?? '';
      assert.match(section, new RegExp(`\nUsage\n  gridtide ${name}\\b`), name);
      assert.match(section, /-h, --help|Each has its own help/, name);
    }
  });

  it('docs/reference/settings.md has a row for every setting', () => {
    const rows = built.get('reference/settings.md')!.split('\n');
    for (const { name, meaning } of SETTINGS) {
      assert.ok(rows.some((row) => row.startsWith(`| \`${name}\` |`) && row.includes(meaning)));
    }
  });

  it('docs/reference/openapi.json has routes of all three interfaces', () => {
    const { paths } = JSON.parse(built.get('reference/openapi.json')!);
    for (const path of [
      '/api/fundamental/series',
      '/api/v1/power-balance-forecast/short-term',
      '/api/operator/series/{code}/values',
    ]) {
      assert.ok(path in paths, path);
    }
  });
});
