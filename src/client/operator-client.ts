// The typed client of the operator interface, for the pages of operators.

import type { Transport } from '#client/transport';
import type {
  HeldEntry,
  OperatorSeries,
  RuleBody,
  RuleTrialAnswer,
  WriteAnswer,
} from '#contract/operator';
import type { EntryShape, Undone } from '#contract/operator-journal';

const PATH = '/api/operator';
const seriesPath = (code: string): string => `${PATH}/series/${encodeURIComponent(code)}`;

interface Signal {
  readonly signal?: AbortSignal;
}

/** Which held values of a series are reviewed: those from one time to another, or all. */
export type HeldSpan = { readonly from: string; readonly to: string } | { readonly all: true };

export class OperatorClient {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  held(options: Signal = {}): Promise<HeldEntry[]> {
    return this.#transport.json('GET', `${PATH}/held`, options);
  }

  async acceptHeld(series: string, span: HeldSpan): Promise<void> {
    await this.#transport.json('POST', `${PATH}/held/accept`, { body: { series, ...span } });
  }

  async rejectHeld(series: string, span: HeldSpan): Promise<void> {
    await this.#transport.json('POST', `${PATH}/held/reject`, { body: { series, ...span } });
  }

  series(code: string, options: Signal = {}): Promise<OperatorSeries> {
    return this.#transport.json('GET', seriesPath(code), options);
  }

  /** What a rule would have held of the last year. */
  tryRule(code: string, rule: RuleBody, options: Signal = {}): Promise<RuleTrialAnswer> {
    const query = Object.fromEntries(
      Object.entries(rule).filter(([, bound]) => bound !== null),
    ) as Record<string, number>;
    return this.#transport.json('GET', `${seriesPath(code)}/rule/trial`, { query, ...options });
  }

  async setRule(code: string, rule: RuleBody): Promise<void> {
    await this.#transport.json('PUT', `${seriesPath(code)}/rule`, { body: rule });
  }

  async removeRule(code: string): Promise<void> {
    await this.#transport.json('DELETE', `${seriesPath(code)}/rule`);
  }

  /** Writes the rows of a file to a series; a dry run says what would be written. */
  sendRows(
    code: string,
    file: { readonly type: string; readonly content: Blob },
    dryRun: boolean,
    options: Signal = {},
  ): Promise<WriteAnswer> {
    const path = `${seriesPath(code)}/values`;
    const query = { dryRun: dryRun || undefined };
    return this.#transport.json('POST', path, { file, query, ...options });
  }

  /** The journal of writes, newest first; `before` continues it. */
  entries(before: number | undefined, options: Signal = {}): Promise<EntryShape[]> {
    const query = { limit: 50, before };
    return this.#transport.json('GET', `${PATH}/imports`, { query, ...options });
  }

  /** Takes a write back; a dry run says what that would change. */
  undo(id: number, dryRun: boolean, options: Signal = {}): Promise<Undone> {
    const query = { dryRun: dryRun || undefined };
    return this.#transport.json('POST', `${PATH}/imports/${id}/undo`, { query, ...options });
  }
}
