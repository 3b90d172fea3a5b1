// What a process wrote and synced, call by call, as strace recorded it.

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const CALLS =
  'write,writev,sendto,sendmsg,pwrite64,pwritev,pwritev2,fsync,fdatasync,ftruncate,fallocate,unlink,unlinkat,rename,renameat,renameat2';

/** Starts a program so that its calls are written to a file; all bytes as hexadecimal digits. */
export const recordInto = (path: string): readonly string[] => [
  ...'strace -f -qq --seccomp-bpf -y -xx -s 4194304 -e signal=none'.split(' '),
  ...['-e', `trace=${CALLS}`, '-o', path],
];

/** Why nothing can be recorded here; undefined: it can. */
export const lackOfRecord = (): Promise<string | undefined> =>
  promisify(execFile)('strace', ['-f', '-qq', '--seccomp-bpf', '-o', '/dev/null', 'true']).then(
    () => undefined,
    () => "it needs Debian's strace, and the right to trace processes",
  );

export interface Call {
  readonly name: string;
  /** What the descriptor names: a path, or such as `socket:[12]`. Empty if the call has none. */
  readonly file: string;
  /** What stands in quotes: bytes to be written, or paths. */
  readonly texts: readonly Buffer[];
  /** The last number among the arguments: the offset to write at, or the new length. */
  readonly number: number;
}

const LINE = /^(\d+)\s+(.*)$/s;
const RESUMED = /^<\.\.\. (\w+) resumed>(.*)$/s;
const UNFINISHED = ' <unfinished ...>';
const CALL = /^(\w+)\((.*)\)\s+= (-?\d+)/s;
const SYNC = /^f(?:data)?sync$/;

/** Those that succeeded. What is written counts from its beginning on, what is synced from its end. */
export async function readCalls(path: string): Promise<Call[]> {
  const calls: (Call | undefined)[] = [];
  const begun = new Map<string, { readonly text: string; readonly at: number }>();
  for (const line of (await readFile(path, 'latin1')).split('\n')) {
    const [, pid, text] = LINE.exec(line) ?? [];
    if (pid === undefined || text === undefined) continue;
    if (text.endsWith(UNFINISHED)) {
      begun.set(pid, { text: text.slice(0, -UNFINISHED.length), at: calls.push(undefined) - 1 });
      continue;
    }
    const resumed = RESUMED.exec(text);
    const start = resumed ? begun.get(pid) : undefined;
    const call = parseCall((start?.text ?? '') + (resumed?.[2] ?? text));
    if (start && call && !SYNC.test(call.name)) calls[start.at] = call;
    else calls.push(call);
  }
  return calls.filter((call) => call !== undefined);
}

function parseCall(text: string): Call | undefined {
  const [, name, inside, result] = CALL.exec(text) ?? [];
  if (name === undefined || inside === undefined || Number(result) < 0) return undefined;
  const descriptor = /^\d+<([^>]*)>/.exec(inside);
  const texts = [...inside.matchAll(/"([^"]*)"/g)].map(([, digits]) => bytesOf(digits!));
  const number = Number(/(\d+)$/.exec(inside)?.[1] ?? 0);
  return { name, file: descriptor ? bytesOf(descriptor[1]!).toString() : '', texts, number };
}

const bytesOf = (digits: string): Buffer => Buffer.from(digits.replaceAll('\\x', ''), 'hex');
