// Runs the examples of the client's page with an installed package, checks their types, and loads the client in a
// browser.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openBrowser } from '../../harness/open-browser.ts';
import { patternOf, readExamples } from '../docs/examples.ts';
import { PASSWORD, ROOT, run } from './installed-package.ts';

const PAGE = 'docs/how-to/typescript-client.md';
const SHOWN_URL = 'http://localhost:8080';
const BETWEEN = '\u001e';

export interface PageExample {
  readonly text: string;
  readonly pattern: RegExp;
}

export async function examplesOf(): Promise<PageExample[]> {
  const page = await readFile(join(ROOT, PAGE), 'utf8');
  return readExamples(page).map(({ text, shown }) => ({ text, pattern: patternOf(shown!) }));
}

/** What each example prints, run in order as one module. */
export async function printedBy(
  node: string,
  examples: readonly PageExample[],
  installed: string,
  url: string,
): Promise<string[]> {
  const between = `console.log(${JSON.stringify(BETWEEN)});`;
  const script = examples.map(({ text }) => `${text}\n${between}`).join('\n');
  const file = join(installed, 'examples.mjs');
  await writeFile(file, script.replaceAll(SHOWN_URL, url));
  const printed = await run(node, [file], installed, { PASSWORD });
  return printed.split(BETWEEN).map((text) => text.trim());
}

/** Compiles the examples as TypeScript users do, with the types of packages checked. */
export async function assertTyped(
  examples: readonly PageExample[],
  installed: string,
): Promise<void> {
  const folder = join(installed, 'typed');
  await mkdir(folder);
  await writeFile(join(folder, 'examples.ts'), examples.map(({ text }) => text).join('\n'));
  const options = {
    ...{ target: 'es2023', module: 'nodenext', strict: true, noEmit: true, skipLibCheck: false },
    lib: ['es2023', 'dom', 'dom.iterable'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
    types: ['node'],
  };
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, include: ['examples.ts'] }),
  );
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder], installed).catch((error) => {
    throw new Error((error as { stdout?: string }).stdout || (error as Error).message);
  });
}

interface FoundInBrowser {
  readonly unit: string;
  readonly days: number;
  readonly code: string;
}

/** Reads a series in a page of the server; resolves to the reason if no browser can run. */
export async function runInBrowser(
  installed: string,
  url: string,
): Promise<FoundInBrowser | string> {
  const files = join(installed, 'node_modules/gridtide/dist/client');
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  try {
    browser = await openBrowser();
  } catch (error) {
    return `Chromium cannot start on this machine: ${(error as Error).message.slice(0, 200)}`;
  }
  try {
    const page = await browser.newPage();
    await page.route('**/client-files/**', async (route) => {
      const { pathname } = new URL(route.request().url());
      const body = await readFile(join(files, pathname.slice('/client-files/'.length)));
      await route.fulfill({ contentType: 'text/javascript', body });
    });
    await page.goto(`${url}/`);
    return (await page.evaluate(`(async () => {
      const { GridtideClient } = await import('/client-files/programs/public.js');
      const settings = { url: '', userName: 'demo', password: ${JSON.stringify(PASSWORD)} };
      const client = new GridtideClient(settings);
      const span = { from: 'today-7', to: 'yesterday', resolution: 'day' };
      const { unit, values } = await client.series('dehrprice', span);
      const { code } = await client.series('dehrprice', { from: 'todya' }).catch((error) => error);
      return { unit, days: values.length, code };
    })()`)) as FoundInBrowser;
  } finally {
    await browser.close();
  }
}
