// Values that are mostly there at once and sometimes need waiting for. Every request asks whose token
// it carries and which series is meant, and both are mostly remembered: ten promises for answers that
// were known cost a small request a tenth of its time.

export type MaybePromise<T> = T | Promise<T>;

/** `next` with the value: at once where it is there. */
export const whenReady = <A, B>(
  value: MaybePromise<A>,
  next: (value: A) => MaybePromise<B>,
): MaybePromise<B> => (value instanceof Promise ? value.then(next) : next(value));
