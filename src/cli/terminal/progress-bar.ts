// How far a file has been read: one line on a terminal that rewrites itself, nothing elsewhere.

import type { Output } from '#cli/command/command';
import type { Clock, Instant } from '#core/time/instant';

const EVERY_MS = 100;
const BAR_WIDTH = 24;
const MB = 1e6;

export class ProgressBar {
  readonly #output: Output;
  readonly #label: string;
  readonly #now: Clock;
  #shownAt: Instant = Number.NEGATIVE_INFINITY;
  /** Bytes in all; undefined where that is not known. */
  totalBytes: number | undefined;

  constructor(output: Output, label: string, now: Clock) {
    this.#output = output;
    this.#label = label;
    this.#now = now;
  }

  show(bytes: number): void {
    if (!this.#output.isTTY || this.#now() - this.#shownAt < EVERY_MS) return;
    this.#shownAt = this.#now();
    const line = `${this.#label} ${progressText(bytes, this.totalBytes)}`;
    this.#output.write(`\r\u001b[K${line.slice(0, (this.#output.columns ?? 80) - 1)}`);
  }

  /** Leaves the line empty, for what is printed next. */
  clear(): void {
    if (Number.isFinite(this.#shownAt)) this.#output.write('\r\u001b[K');
  }
}

/** `[█████▌   ] 61% 12.3 of 20.0 MB`, or the bytes alone where the total is not known. */
export function progressText(bytes: number, totalBytes: number | undefined): string {
  const read = (bytes / MB).toFixed(1);
  if (totalBytes === undefined || totalBytes === 0) return `${read} MB`;
  const part = Math.min(1, bytes / totalBytes);
  const filled = Math.round(part * BAR_WIDTH);
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
  return `${bar} ${Math.floor(part * 100)}% ${read} of ${(totalBytes / MB).toFixed(1)} MB`;
}
