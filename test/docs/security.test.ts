// SECURITY.md: its claims are shown by tests that exist, and its links lead to files that exist.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#accounts/new-password';
import { MOST_LEVELS } from '#http/request/json-depth';
import { SETTINGS } from '#settings/settings';

const ROOT = new URL('../../', import.meta.url);

describe('SECURITY.md', async () => {
  const text = await readFile(new URL('SECURITY.md', ROOT), 'utf8');
  const built = text.split('\n## What is built against it\n')[1]!.split('\n## ')[0]!;
  const rows = built.split('\n').filter((line) => /^\| (?!threat|---)/.test(line));

  it('SECURITY.md says how to report, which versions, the threats, and what is not covered', () => {
    const headings = [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
    assert.deepEqual(headings, [
      'Reporting a fault',
      'Supported versions',
      'What is protected, from whom',
      'What is built against it',
      'What is not covered',
    ]);
  });

  it('SECURITY.md names an existing test for every answer to a threat', () => {
    assert.ok(rows.length > 25);
    for (const row of rows) {
      const [, , , shown = ''] = row.split('|');
      const paths = [...shown.matchAll(/`(test\/[^`]+\.ts)`/g)].map(([, path]) => path!);
      assert.ok(paths.length > 0, row);
      for (const path of paths) assert.ok(existsSync(new URL(path, ROOT)), path);
    }
  });

  it('SECURITY.md links to files that exist', () => {
    for (const [, link] of text.matchAll(/\]\(([^)#]+)\)/g))
      assert.ok(existsSync(new URL(link!, ROOT)), link!);
  });

  it('SECURITY.md has the figures of the code', () => {
    const settings = new Map<string, string>(SETTINGS.map((one) => [one.name, one.fallback]));
    assert.ok(text.includes(`${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`));
    assert.ok(text.includes(`more than ${MOST_LEVELS} levels`));
    const most = Number(settings.get('MAX_CONNECTIONS')).toLocaleString('en');
    assert.ok(text.includes(`\`MAX_CONNECTIONS\` (${most})`));
    assert.equal(settings.get('TRUST_PROXY'), 'false');
    for (const [, name] of text.matchAll(/`([A-Z]+_[A-Z_]+)(?:=\w+)?`/g))
      assert.ok(settings.has(name!), name!);
  });
});
