// What a long run is doing: one line that rewrites itself on a terminal, a line now and then elsewhere.

const startedAt = performance.now();
/** How often a run without a terminal says how far it is. */
const EVERY_MS = 30_000;
const CLEAR = '\r\u001b[K';

/** Minutes and seconds. */
const clockOf = (ms: number): string => {
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

const elapsed = (): string => clockOf(performance.now() - startedAt);

function show(text: string, isLast: boolean): void {
  process.stderr.write(`${process.stderr.isTTY ? CLEAR : ''}${text}${isLast ? '\n' : ''}`);
}

/** Says which stage of the run begins. */
export const showStage = (text: string): void => show(`${elapsed()}  ${text}`, true);

/** Says which step of the stage begins; terminals only. */
export function showStep(text: string): void {
  if (process.stderr.isTTY) show(`${elapsed()}    ${text}`, false);
}

export function clearStep(): void {
  if (process.stderr.isTTY) show('', false);
}

/** Counts up to a number, with the time that is left. */
export function showProgress(name: string, unit: string): (done: number, count: number) => void {
  const begunAt = performance.now();
  let first: number | undefined;
  let shownAt = Number.NEGATIVE_INFINITY;
  return (done, count) => {
    first ??= done;
    const now = performance.now();
    const isEnd = done >= count;
    if (!process.stderr.isTTY && !isEnd && now - shownAt < EVERY_MS) return;
    shownAt = now;
    const elapsedMs = now - begunAt;
    const leftMs = done > first ? (elapsedMs / (done - first)) * (count - done) : undefined;
    const left = leftMs === undefined || isEnd ? '' : `, ${clockOf(leftMs)} to go`;
    const counted = `${done.toLocaleString('en-GB')} of ${count.toLocaleString('en-GB')} ${unit}`;
    show(`${name}: ${counted}, ${clockOf(elapsedMs)}${left}`, isEnd || !process.stderr.isTTY);
  };
}
