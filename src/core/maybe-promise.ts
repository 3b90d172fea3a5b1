// Values that are mostly known at once and sometimes need waiting for. Every request asks whose token it
// carries and which series it means, and both are mostly cached: ten promises for known answers took a
// tenth of the time of a small request. Elsewhere a function is `async`.

export type MaybePromise<T> = T | Promise<T>;

/** Calls `next` with the value: at once if it is no promise. */
export const whenReady = <A, B>(
  value: MaybePromise<A>,
  next: (value: A) => MaybePromise<B>,
): MaybePromise<B> => (value instanceof Promise ? value.then(next) : next(value));
