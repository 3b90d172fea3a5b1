// Two queues of requests: callers with a token are answered before strangers, of whom some are answered now and then.

import { type Next, WaitingLine } from '#http/answer/waiting-line';

export class CallersFirst<T> {
  readonly #callers = new WaitingLine<T>();
  readonly #strangers = new WaitingLine<T>();

  get length(): number {
    return this.#callers.length + this.#strangers.length;
  }

  /** How many requests are answered before a new one. */
  lengthBefore(isStranger: boolean): number {
    return isStranger ? this.length : this.#callers.length;
  }

  /** Returns false if the item would wait too long; then it has not joined. */
  join(item: T, isStranger: boolean, nowMs: number): boolean {
    return (isStranger ? this.#strangers : this.#callers).join(item, nowMs);
  }

  /** Takes the first caller, or if told the first stranger if no caller waits. */
  next(nowMs: number, mayBeStranger: boolean): Next<T> | undefined {
    return this.#callers.next(nowMs) ?? (mayBeStranger ? this.#strangers.next(nowMs) : undefined);
  }
}
