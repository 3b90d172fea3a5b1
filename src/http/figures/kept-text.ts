// A text that is made again only if it is old: figures take 4 ms to collect, however often they are asked for.

/** Returns a function that makes the text at most once in `keptMs`, and once for all callers that wait for it. */
export function keepText(
  make: () => Promise<string>,
  keptMs: number,
  elapsed: () => number = () => performance.now(),
): () => Promise<Buffer> {
  let kept: Promise<Buffer> | undefined;
  let madeAt = 0;
  return () => {
    if (kept && elapsed() - madeAt < keptMs) return kept;
    const making = make().then((text) => Buffer.from(text));
    kept = making;
    madeAt = Number.POSITIVE_INFINITY;
    const settle = (next: Promise<Buffer> | undefined): void => {
      kept = next;
      madeAt = elapsed();
    };
    making.then(
      () => settle(keptMs > 0 ? making : undefined),
      () => settle(undefined),
    );
    return making;
  };
}
