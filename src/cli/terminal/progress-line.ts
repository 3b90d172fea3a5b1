// How far a command is: one line on a terminal that rewrites itself, and nothing on other outputs.

import type { Output } from '#cli/command/command';

const EVERY_MS = 100;
const BAR_WIDTH = 24;
const MB = 1e6;
const ERASE_LINE = '\r\u001b[K';

export class ProgressLine {
  readonly #output: Output;
  readonly #nowMs: () => number;
  readonly #startedAtMs: number;
  #shownAtMs = Number.NEGATIVE_INFINITY;
  #phase = '';

  constructor(output: Output, nowMs: () => number = () => performance.now()) {
    this.#output = output;
    this.#nowMs = nowMs;
    this.#startedAtMs = nowMs();
  }

  /** Shows how much of a file was read. */
  showBytes(file: string, bytes: number, totalBytes: number | undefined): void {
    this.#show(() => `${file} ${bytesText(bytes, totalBytes)}`);
  }

  /** Shows how many of many steps are done, and the time left. */
  showSteps(done: number, total: number, label: string): void {
    this.#show((seconds) => stepsText(done, total, seconds, label));
  }

  /** Shows how far a phase is, at once if it is a new one. A callback, so it is bound. */
  readonly showPhase = (phase: string, done: number, total: number): void => {
    if (phase !== this.#phase) this.#shownAtMs = Number.NEGATIVE_INFINITY;
    this.#phase = phase;
    this.#show(() => phaseText(phase, done, total));
  };

  /** Leaves the line empty, for what is printed next. */
  clear(): void {
    if (Number.isFinite(this.#shownAtMs)) this.#output.write(ERASE_LINE);
    this.#shownAtMs = Number.NEGATIVE_INFINITY;
  }

  #show(textAfter: (seconds: number) => string): void {
    const nowMs = this.#nowMs();
    if (!this.#output.isTTY || nowMs - this.#shownAtMs < EVERY_MS) return;
    this.#shownAtMs = nowMs;
    const text = textAfter((nowMs - this.#startedAtMs) / 1000);
    this.#output.write(`${ERASE_LINE}${text.slice(0, (this.#output.columns ?? 80) - 1)}`);
  }
}

/** `████████░░░░ 61% 12.3 of 20.0 MB`, or the bytes alone if the total is not known. */
export function bytesText(bytes: number, totalBytes: number | undefined): string {
  const read = (bytes / MB).toFixed(1);
  if (totalBytes === undefined || totalBytes === 0) return `${read} MB`;
  const { bar, percent } = barOf(bytes, totalBytes);
  return `${bar} ${percent}% ${read} of ${(totalBytes / MB).toFixed(1)} MB`;
}

/** `████████░░░░ 61% 444 of 728, 2:05 left, 2017-04-19` */
export function stepsText(done: number, total: number, seconds: number, label: string): string {
  const { bar, percent } = barOf(done, total);
  const left = done === 0 ? '' : `, ${minutesText((seconds / done) * (total - done))} left`;
  return `${bar} ${percent}% ${done} of ${total}${left}, ${label}`;
}

/** `████████░░░░  61% copying` */
export function phaseText(phase: string, done: number, total: number): string {
  const { bar, percent } = barOf(done, total);
  return `${bar} ${percent.padStart(3)}% ${phase}`;
}

function barOf(done: number, total: number): { bar: string; percent: string } {
  const part = total === 0 ? 1 : Math.min(1, done / total);
  const filled = Math.round(part * BAR_WIDTH);
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
  return { bar, percent: String(Math.floor(part * 100)) };
}

function minutesText(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
