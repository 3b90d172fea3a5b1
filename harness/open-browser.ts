// A real Chromium from npm alone: unpacked once per version, with the libraries and fonts of the package, so that
// nothing has to be installed on the machine. The package has programs for x86-64 only: on other processors the
// machine's own Chromium is used.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { findProgram } from './find-program.ts';
import { makeOnce } from './make-once.ts';

const MODULES = fileURLToPath(new URL('../node_modules/', import.meta.url));
const CACHE = join(MODULES, '.cache');

/** Turns off the browser's own requests (updates, field trials, sync), as tests count requests. */
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Starts Chromium; rejects if the machine cannot run it. */
export async function openBrowser(): Promise<Browser> {
  const { program, env } = process.arch === 'x64' ? await unpackedBrowser() : ownBrowser();
  return chromium.launch({
    executablePath: program,
    // Only our own pages are opened, and root, as in many CI machines, cannot have the sandbox.
    chromiumSandbox: false,
    args: [...QUIET, '--disable-gpu'],
    env: { ...(process.env as Record<string, string>), ...env },
  });
}

interface BrowserProgram {
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
}

function ownBrowser(): BrowserProgram {
  const program = ['chromium', 'chromium-browser', 'google-chrome']
    .map((name) => findProgram(name))
    .find((path) => path !== undefined);
  if (!program)
    throw new Error(
      `no Chromium on this machine: npm has none for ${process.arch}; install the package chromium of the system`,
    );
  return { program, env: {} };
}

async function unpackedBrowser(): Promise<BrowserProgram> {
  const folder = await unpackBrowser();
  const env = {
    LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
    FONTCONFIG_FILE: join(folder, 'fonts.conf'),
  };
  return { program: join(folder, 'chromium'), env };
}

/** The folder of the unpacked browser. It appears whole or not at all. */
async function unpackBrowser(): Promise<string> {
  const { version } = JSON.parse(
    await readFile(join(MODULES, '@sparticuz/chromium/package.json'), 'utf8'),
  ) as { version: string };
  const folder = join(CACHE, `chromium-${version}`);
  await makeOnce(
    `${folder}-is-being-unpacked`,
    () => existsSync(folder),
    () => unpackInto(folder),
  );
  return folder;
}

async function unpackInto(folder: string): Promise<void> {
  const staging = await mkdtemp(join(CACHE, 'unpacking-'));
  // The package unpacks into TMPDIR, and unpacks its libraries only if it believes to run on Lambda.
  const unpack = `import chromium from '@sparticuz/chromium'; await chromium.executablePath();`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', unpack], {
    cwd: MODULES,
    env: { ...process.env, TMPDIR: staging, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
  });
  await writeFile(join(staging, 'fonts.conf'), fontsConf(folder));
  await rename(staging, folder);
}

/** Names the machine's fonts and the package's own: without any font, Chromium dies. */
const fontsConf = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${escapeXml(folder)}/fonts/fonts</dir>
  <cachedir>${escapeXml(folder)}/font-cache</cachedir>
</fontconfig>
`;

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
