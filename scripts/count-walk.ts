// npm run walk: how many files of src take part in the product's three main requests; --files names them.
// ARCHITECTURE.md quotes the figures, and test/architecture/walk.test.ts holds them.

import { walkRequests } from '../harness/architecture/walk-requests.ts';

const isWhole = process.argv.includes('--files');
for (const { name, files, chain } of await walkRequests()) {
  const byFolder = Map.groupBy(files, (file) => file.split('/')[0]!);
  const parts = [...byFolder].map(([folder, list]) => `${folder} ${list.length}`);
  console.log(`${name}: ${files.length} files, chain of ${chain} imports (${parts.join(', ')})`);
  if (isWhole) for (const file of files) console.log(`  ${file}`);
}
