// The output of a command on a terminal, as a picture: only the colours and the frame are added.

import type { Browser } from 'playwright-core';
import { runProgram } from '#cli/run-program';
import type { Instant } from '#core/time/instant';

const COLUMNS = 100;
const COMMANDS = [['query', 'dehrprice', '--from', 'today-7', '--to', 'today+6']];

const SCHEMES = {
  light: {
    paper: '#ffffff',
    bar: '#eef1f4',
    line: '#d0d7de',
    ink: '#1b1f24',
    dim: '#66717c',
    accent: '#0072b2',
  },
  dark: {
    paper: '#14181d',
    bar: '#1e242b',
    line: '#333c46',
    ink: '#e8edf2',
    dim: '#8d99a6',
    accent: '#56b4e9',
  },
} as const;

type Scheme = keyof typeof SCHEMES;

/** Writes terminal-light.png and terminal-dark.png. `now` is the program's clock. */
export async function takeTerminalPictures(
  browser: Browser,
  storeUrl: string,
  now: Instant,
  save: (name: string, picture: Buffer) => Promise<void>,
): Promise<void> {
  const sessions: string[] = [];
  for (const argv of COMMANDS) sessions.push(sessionHtml(argv, await run(argv, storeUrl, now)));
  for (const scheme of Object.keys(SCHEMES) as Scheme[]) {
    const page = await browser.newPage({ deviceScaleFactor: 2 });
    await page.setContent(pageHtml(sessions, scheme));
    const picture = await page.locator('main').screenshot({ omitBackground: true });
    await save(`terminal-${scheme}.png`, picture);
    await page.close();
  }
}

/** Returns what a command prints on a terminal of COLUMNS columns. */
async function run(argv: readonly string[], storeUrl: string, now: Instant): Promise<string> {
  let text = '';
  const output = { write: (piece: string) => (text += piece), columns: COLUMNS };
  const exitCode = await runProgram(argv, {
    stdout: output,
    stderr: output,
    stdin: process.stdin,
    env: { STORE: storeUrl },
    now: () => now,
  });
  if (exitCode !== 0) throw new Error(`gridtide ${argv.join(' ')} failed: ${text}`);
  return text.trimEnd();
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A command and its answer. */
function sessionHtml(argv: readonly string[], printed: string): string {
  const answer = escapeHtml(printed)
    .replace(/[\u2800-\u28ff]+/g, (dots) => `<i>${dots}</i>`)
    .replace(/^(.*?) │/gm, '<s>$1 │</s>')
    .replace(/^from .*$/m, (line) => `<s>${line}</s>`);
  return `<s>$</s> <b>gridtide ${escapeHtml(argv.join(' '))}</b>\n${answer}`;
}

function pageHtml(sessions: readonly string[], scheme: Scheme): string {
  const { paper, bar, line, ink, dim, accent } = SCHEMES[scheme];
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0; background: transparent; display: inline-block; }
    main { border: 1px solid ${line}; border-radius: 10px; overflow: hidden; background: ${paper}; }
    header { background: ${bar}; border-bottom: 1px solid ${line}; padding: 9px 14px; display: flex; gap: 7px; }
    header span { width: 11px; height: 11px; border-radius: 50%; background: ${line}; }
    pre { margin: 0; padding: 16px 20px 18px; color: ${ink}; font: 13px/1.165 'DejaVu Sans Mono', monospace; }
    i { color: ${accent}; font-style: normal; } s { color: ${dim}; text-decoration: none; } b { font-weight: 700; }
  </style><main><header><span></span><span></span><span></span></header><pre>${sessions.join('\n\n')}</pre></main>`;
}
