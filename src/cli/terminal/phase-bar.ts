// How far work of several phases is: one line on a terminal that rewrites itself, nothing elsewhere.

import type { Output } from '#cli/command/command';

const EVERY_MS = 100;
const BAR_WIDTH = 24;

export class PhaseBar {
  readonly #output: Output;
  #shownAt = Number.NEGATIVE_INFINITY;
  #phase = '';

  constructor(output: Output) {
    this.#output = output;
  }

  /** Passed on as it is, so it knows its object. */
  readonly show = (phase: string, done: number, total: number): void => {
    const now = performance.now();
    const isDue = phase !== this.#phase || now - this.#shownAt >= EVERY_MS;
    if (!this.#output.isTTY || !isDue) return;
    this.#shownAt = now;
    this.#phase = phase;
    const line = phaseText(phase, done, total);
    this.#output.write(`\r\u001b[K${line.slice(0, (this.#output.columns ?? 80) - 1)}`);
  };

  /** Leaves the line empty, for what is printed next. */
  clear(): void {
    if (Number.isFinite(this.#shownAt)) this.#output.write('\r\u001b[K');
    this.#shownAt = Number.NEGATIVE_INFINITY;
    this.#phase = '';
  }
}

/** `████████░░░░ 61% copying` */
export function phaseText(phase: string, done: number, total: number): string {
  const part = total === 0 ? 1 : Math.min(1, done / total);
  const filled = Math.round(part * BAR_WIDTH);
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
  return `${bar} ${String(Math.floor(part * 100)).padStart(3)}% ${phase}`;
}
