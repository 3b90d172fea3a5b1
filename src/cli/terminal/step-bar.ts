// How far a computation of many steps is, with the time left: one line on a terminal that rewrites
// itself, nothing elsewhere.

import type { Output } from '#cli/command/command';

const EVERY_MS = 100;
const BAR_WIDTH = 24;

export class StepBar {
  readonly #output: Output;
  readonly #total: number;
  readonly #startedAt = performance.now();
  #shownAt = Number.NEGATIVE_INFINITY;

  constructor(output: Output, total: number) {
    this.#output = output;
    this.#total = total;
  }

  show(done: number, label: string): void {
    const now = performance.now();
    if (!this.#output.isTTY || now - this.#shownAt < EVERY_MS) return;
    this.#shownAt = now;
    const line = stepText(done, this.#total, (now - this.#startedAt) / 1000, label);
    this.#output.write(`\r\u001b[K${line.slice(0, (this.#output.columns ?? 80) - 1)}`);
  }

  /** Leaves the line empty, for what is printed next. */
  clear(): void {
    if (Number.isFinite(this.#shownAt)) this.#output.write('\r\u001b[K');
  }
}

/** `████░░░░ 61% 444 of 728, 2:05 left, 2017-04-19` */
export function stepText(done: number, total: number, seconds: number, label: string): string {
  const part = total === 0 ? 1 : Math.min(1, done / total);
  const filled = Math.round(part * BAR_WIDTH);
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
  const left = done === 0 ? '' : `, ${minutesText((seconds / done) * (total - done))} left`;
  return `${bar} ${Math.floor(part * 100)}% ${done} of ${total}${left}, ${label}`;
}

function minutesText(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
