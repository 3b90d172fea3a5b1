// How far a run has come: one line that rewrites itself on a terminal, a line now and then elsewhere.

const EVERY_MS = 30_000;

/** Minutes and seconds. */
const clockOf = (ms: number): string => {
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

export function showProgress(name: string, unit: string): (done: number, count: number) => void {
  const startedAt = performance.now();
  let first: number | undefined;
  let shownAt = Number.NEGATIVE_INFINITY;
  return (done, count) => {
    first ??= done;
    const now = performance.now();
    const isEnd = done >= count;
    if (!process.stderr.isTTY && !isEnd && now - shownAt < EVERY_MS) return;
    shownAt = now;
    const elapsedMs = now - startedAt;
    const leftMs = done > first ? (elapsedMs / (done - first)) * (count - done) : undefined;
    const left = leftMs === undefined || isEnd ? '' : `, ${clockOf(leftMs)} to go`;
    const text = `${name}: ${done.toLocaleString('en-GB')} of ${count.toLocaleString('en-GB')} ${unit}, ${clockOf(elapsedMs)}${left}`;
    const isLast = isEnd || !process.stderr.isTTY;
    process.stderr.write(`${process.stderr.isTTY ? '\r\u001b[K' : ''}${text}${isLast ? '\n' : ''}`);
  };
}
