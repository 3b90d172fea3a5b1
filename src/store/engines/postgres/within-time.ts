// Waiting for a promise for a limited time. Time in which this process itself stood still, and could not
// have seen the answer, does not count.

const TURN_MS = 50;

/** Resolves to what the promise resolves to, or to `late`. Rejects if the promise rejects. */
export async function withinTime<T>(ms: number, promise: Promise<T>): Promise<T | 'late'> {
  let turnsLeft = Math.ceil(ms / TURN_MS);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    // A turn counts as one however long it took. What arrived during it is seen before the next one.
    timer = setInterval(() => {
      if (--turnsLeft < 0) resolve('late');
    }, TURN_MS);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearInterval(timer);
  }
}
