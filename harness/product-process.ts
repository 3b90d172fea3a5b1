// The product's processes as an operator starts them: from this checkout's sources, or as built from them.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const pathOf = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url));
/** What Node is given to run. */
let program: readonly string[] = [
  ...['-C', 'source', '--import', import.meta.resolve('../scripts/tests/quick-resolve.mjs')],
  pathOf('src/cli/main.ts'),
];

/** Makes later starts use the built product, as users have it: it starts in half the time. */
export function runBuilt(): void {
  program = [pathOf('bin/gridtide.js')];
}

/** The most characters kept of what a process prints; then its end is kept. A busy server logs 4 MB in seconds. */
const MOST_TEXT = 64 * 1024 * 1024;

/** Cuts rarely: cutting makes one flat text of all pieces, and polls would pay for that each time. */
const append = (text: string, piece: unknown): string => {
  const whole = text + piece;
  return whole.length > 2 * MOST_TEXT ? whole.slice(-MOST_TEXT) : whole;
};

/** What differs from the variables of this process; undefined leaves one out. */
export type Env = Readonly<Record<string, string | undefined>>;

export interface Surroundings {
  /** The folder in which the process runs; this one's if left out. */
  readonly folder?: string;
  /** What the process reads from its standard input. */
  readonly stdin?: string;
}

const running = new Set<ChildProcess>();
// However this process ends, except by kill -9, none of its children stays behind.
process.on('exit', () => {
  for (const child of running) endGroup(child);
});

/** A traced process has its tracer in the same group: both end. */
function endGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

export class ProductProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<readonly [code: number | null, signal: string | null]>;
  hasEnded = false;
  stdout = '';
  stderr = '';

  /** `under` is a program with its options that starts the process, such as strace. */
  constructor(
    args: readonly string[],
    env: Env = {},
    under: readonly string[] = [],
    { folder, stdin }: Surroundings = {},
  ) {
    const [command, ...rest] = [...under, process.execPath, ...program, ...args];
    this.child = spawn(command!, rest, {
      env: {
        ...process.env,
        FORECASTS: 'false',
        LOG_LEVEL: 'error',
        // A load of ours comes from one address, mostly without a token.
        PUBLIC_REQUESTS_PER_MINUTE: '100000000',
        NODE_NO_WARNINGS: '1',
        NODE_TEST_CONTEXT: undefined,
        ...env,
      },
      ...(folder === undefined ? {} : { cwd: folder }),
      stdio: [stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      // A group of its own: the terminal's Ctrl+C is for the run, which ends its processes itself.
      detached: true,
    });
    running.add(this.child);
    // A command may end without reading what it is given.
    this.child.stdin?.on('error', () => {}).end(stdin);
    this.child.stdout!.on('data', (piece) => {
      this.stdout = append(this.stdout, piece);
    });
    this.child.stderr!.on('data', (piece) => {
      this.stderr = append(this.stderr, piece);
    });
    this.ended = this.#awaitEnd();
  }

  async #awaitEnd(): Promise<readonly [number | null, string | null]> {
    const end = (await once(this.child, 'close')) as [number | null, string | null];
    this.hasEnded = true;
    running.delete(this.child);
    return end;
  }

  /** Sends SIGKILL and resolves when the process has ended. */
  async kill(): Promise<void> {
    endGroup(this.child);
    await this.ended;
  }
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Both. */
  readonly text: string;
}

/** Runs a command to its end. */
export async function runProduct(
  args: readonly string[],
  { env, ...surroundings }: Surroundings & { readonly env?: Env } = {},
): Promise<Ended> {
  const command = new ProductProcess(args, env, [], surroundings);
  const [code] = await command.ended;
  const { stdout, stderr } = command;
  return { code, stdout, stderr, text: stdout + stderr };
}
