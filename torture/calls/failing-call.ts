// Which call fails in which run: the N-th of its kind, N from 1 to 200, with both errors.

export const MOST_N = 200;
export const ERRORS = ['EIO', 'ENOSPC'] as const;
/** Every N with every error. */
export const FULL = MOST_N * ERRORS.length;

export type CallKind = 'write' | 'fsync' | 'open';

/** What goes on while the call fails, and from when its N are counted. */
export type Scene =
  /** A server under writers, counted from when it is ready. */
  | 'serving'
  /** The same, counted from its start. */
  | 'starting'
  /** A server that opens its store once more, in a thread that makes large answers. */
  | 'answering'
  /** An import, alone or beside a server. */
  | 'importing'
  | 'importing-beside'
  /** A server that makes its store. */
  | 'making';

/**
 * The scenes, one after the other, each with the least number of such calls that it makes. A larger N is
 * counted on from one such scene to the next: with nine calls a start, the 20th is the second of the third.
 */
const SCENES: Readonly<Record<CallKind, readonly (readonly [Scene, number])[]>> = {
  write: [
    ['serving', MOST_N],
    ['making', 150],
    ['serving', MOST_N],
    ['starting', MOST_N],
    ['importing', 70],
    ['importing-beside', 32],
  ],
  fsync: [
    ['serving', MOST_N],
    ['starting', MOST_N],
    ['serving', MOST_N],
    ['making', 13],
    ['serving', MOST_N],
    ['importing', 4],
  ],
  open: [
    ['starting', 9],
    ['making', 15],
    ['importing', 9],
    ['answering', 9],
    ['starting', 9],
    ['importing-beside', 9],
  ],
};

const ORDER: readonly CallKind[] = ['open', 'write', 'fsync', 'write', 'fsync'];

export interface FailingCall {
  readonly n: number;
  /** The same, within its scene. */
  readonly at: number;
  readonly error: (typeof ERRORS)[number];
  readonly kind: CallKind;
  readonly scene: Scene;
  /** Whether all later ones fail as well. */
  readonly isLasting: boolean;
  /** How the process is ended that bore it. */
  readonly end: 'kill' | 'stop';
}

function makePlan(): FailingCall[] {
  const taken: Record<CallKind, number> = { write: 0, fsync: 0, open: 0 };
  return Array.from({ length: FULL }, (_, run) => {
    const n = Math.floor(run / ERRORS.length) + 1;
    const kind = ORDER[run % ORDER.length]!;
    const count = taken[kind]++;
    const scenes = SCENES[kind];
    const [scene, made] = scenes[count % scenes.length]!;
    const round = Math.floor(count / scenes.length);
    return {
      n,
      at: ((n - 1) % made) + 1,
      error: ERRORS[run % ERRORS.length]!,
      kind,
      scene,
      isLasting: (count + round) % 3 === 2,
      end: (count + Math.floor(round / 3)) % 2 === 0 ? 'kill' : 'stop',
    };
  });
}

const PLAN = makePlan();
/** A step with no divisor in common with the plan's length, so that each beginning of a run has something of all. */
const STRIDE = 7;

export const failingCallOf = (run: number): FailingCall => PLAN[(run * STRIDE) % FULL]!;

export const describeCall = ({ at, error, kind, scene, isLasting }: FailingCall): string =>
  `${scene}, ${error} at ${kind} ${at}${isLasting ? ' and all later ones' : ''}`;
