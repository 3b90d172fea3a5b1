// Waiting for something no longer than a time, fairly: time in which this process itself stood still, and
// could not have seen the answer, does not count.

const TURN_MS = 50;

/** What the promise resolves to, or `late`. Where it rejects, this rejects. */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T | 'late'> {
  let turnsLeft = Math.ceil(ms / TURN_MS);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    // However long a turn took, it counts as one; what arrived meanwhile is seen before the next.
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
