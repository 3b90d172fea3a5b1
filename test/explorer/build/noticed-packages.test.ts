// The build of the page compares the notices of third parties with what it bundles.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { faultOfNotices, packageOf } from '#explorer/build/noticed-packages.ts';

suite('the notices of the build', () => {
  test('the build of the page fails if a bundled package has no notice, or a notice no package', () => {
    const ids = ['/x/node_modules/react/index.js', '/x/src/app.tsx', '\0vite/preload-helper.js'];
    const begin = '### data 1.0.0\n\n## Code in the web page\n\n### react 1.0.0\n\n';
    const notices = `${begin}### vite 2.0.0\n`;
    assert.equal(faultOfNotices(ids, notices), undefined);
    assert.match(faultOfNotices(ids, begin)!, /lacks vite/);
    assert.match(faultOfNotices(ids, `${notices}### left 1.0.0\n`)!, /names left/);
  });

  test('the package of a module is that of the innermost folder', () => {
    assert.equal(packageOf('/x/node_modules/a/node_modules/@b/c/d.js?v=1'), '@b/c');
    assert.equal(packageOf('/x/src/a.ts'), undefined);
  });

  test('the build of the page reads THIRD-PARTY.md', () => {
    const config = readFileSync(
      new URL('../../../src/explorer/vite.config.ts', import.meta.url),
      'utf8',
    );
    assert.match(config, /noticedPackages\(folder\('\.\.\/\.\.\/THIRD-PARTY\.md'\)\)/);
  });
});
