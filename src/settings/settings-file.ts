// Reads files of settings and of secrets. A file of settings is written as systemd's EnvironmentFile is: lines of
// NAME=VALUE, and comments.

import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { didYouMean, quoteGiven } from '#core/nearest';

const MOST_BYTES = 65_536;
const OTHERS_READ = 0o004;
const OTHERS_ENTER = 0o001;

/** What is said of errors with these codes. Others are told by their codes. */
const FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a folder',
};

/** The text of a file. `what` begins the message if it cannot be read; no message repeats the text. */
export function readSmallFile(path: string, what: string): string {
  try {
    if (statSync(path).size > MOST_BYTES) throw new Error(`it is larger than ${MOST_BYTES} bytes`);
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === undefined ? message : (FAULTS[code] ?? code);
    throw new Error(`${what}: cannot read ${path}: ${why}`);
  }
}

/** Whether every user of this machine can read a file; false if that cannot be known. */
export function isOpenToAll(path: string): boolean {
  if (process.platform === 'win32') return false;
  try {
    const full = resolve(path);
    if ((statSync(full).mode & OTHERS_READ) === 0) return false;
    for (let folder = dirname(full); ; folder = dirname(folder)) {
      if ((statSync(folder).mode & OTHERS_ENTER) === 0) return false;
      if (folder === dirname(folder)) return true;
    }
  } catch {
    return false;
  }
}

/** The values by name. Throws if a line has another form, or a name that is not in `known`. */
export function parseSettingsFile(
  text: string,
  path: string,
  known: readonly string[],
): Map<string, string> {
  const values = new Map<string, string>();
  for (const [at, raw] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#') || line.startsWith(';')) continue;
    const where = `${path} line ${at + 1}`;
    const [, name = '', value] = /^([^=\s]+)\s*=\s*(.*)$/.exec(line) ?? [];
    // A line without a name may be a part of a secret: it is not repeated.
    if (value === undefined) throw new Error(`${where} is not NAME=VALUE`);
    if (!known.includes(name)) {
      const near = didYouMean(name, known);
      throw new Error(`${where}: there is no setting ${quoteGiven(name)}${near}`);
    }
    if (values.has(name)) throw new Error(`${where}: ${name} is given twice`);
    values.set(name, unquote(value, where, name));
  }
  return values;
}

/** The value as systemd reads it; values over several lines are refused. */
function unquote(text: string, where: string, name: string): string {
  const quote = text[0] === '"' || text[0] === "'" ? text[0] : '';
  if (quote === "'") {
    const inner = /^'([^']*)'$/.exec(text)?.[1];
    if (inner !== undefined) return inner;
  } else if (quote === '"') {
    const inner = /^"((?:[^"\\]|\\.)*)"$/.exec(text)?.[1];
    if (inner !== undefined) return inner.replace(/\\(["\\`$])/g, '$1');
  } else if (/^(?:[^\\]|\\.)*$/.test(text)) return text.replace(/\\(.)/g, '$1');
  throw new Error(
    quote === ''
      ? `${where}: the value of ${name} must be on one line`
      : `${where}: the value of ${name} begins with ${quote} and must end with the same, once`,
  );
}
