// Makes the pictures of the README and of the docs: `npm run screenshot`, or `npm run screenshot -- tour` for those of
// the tour alone. They show what the program really prints and
// serves, on a demo store of a fixed instant, so that the same code makes the same picture.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { setOperatorRole } from '#accounts/users';
import { readConfig } from '#config';
import { findExplorer } from '#http/pages/explorer-files';
import { startApp } from '#serve/app';
import { openStore } from '#store/open/open-store';
import { openBrowser } from '../harness/open-browser.ts';
import { takeExplorerPictures } from './pictures/explorer-pictures.ts';
import { takeTerminalPictures } from './pictures/terminal-pictures.ts';
import { takeTourPictures } from './pictures/tour-pictures.ts';

const IMAGES = fileURLToPath(new URL('../docs/images/', import.meta.url));
const NOW = Date.parse('2026-11-13T09:00:00Z');
const MOST_BYTES = 250_000;

async function save(name: string, picture: Buffer): Promise<void> {
  console.log(`${name}: ${picture.length} bytes`);
  if (picture.length > MOST_BYTES) throw new Error(`${name} is larger than ${MOST_BYTES} bytes`);
  await writeFile(IMAGES + name, picture);
}

/** The tour ends with an operator's task. */
async function makeOperator(): Promise<void> {
  const store = await openStore(storeUrl);
  await setOperatorRole(store.accounts, 'demo', true, { actor: 'screenshot', now: NOW });
  await store.close();
}

const isTourOnly = process.argv[2] === 'tour';
if (!findExplorer()) throw new Error('the web explorer is not built: run npm run explorer');
const folder = await mkdtemp(join(tmpdir(), 'gridtide-picture-'));
const storeUrl = `sqlite:${join(folder, 'demo.db')}`;
const browser = await openBrowser();
try {
  const app = await startApp(readConfig({ PORT: '0', STORE: storeUrl, FORECASTS: 'false' }), {
    isDemo: true,
    clock: () => NOW,
    logger: pino({ level: 'silent' }),
  });
  try {
    if (!isTourOnly) await takeExplorerPictures(browser, app, save);
    await makeOperator();
    await takeTourPictures(browser, app, save);
  } finally {
    await app.close();
  }
  if (!isTourOnly) await takeTerminalPictures(browser, storeUrl, NOW, save);
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}
