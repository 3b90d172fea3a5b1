// A scenario: a world to set up, and cases of requests with their expected answers.

import type { NamedSpan } from './check-span.ts';

/** A stored value; null is a gap. */
export type Value = number | null;

/** A number, or two to divide if the decimal has no end. */
export type ExpectedValue = Value | { readonly over: readonly [number, number] };

/** One line of values; `elided` stands for any number of them. */
export type ExpectedLine = { readonly key: string; readonly value: ExpectedValue } | 'elided';

export interface Expectation {
  readonly values: readonly ExpectedLine[] | undefined;
  readonly count: number | undefined;
  readonly span: readonly [string, string] | undefined;
  readonly meta: ReadonlyMap<string, string>;
  readonly refused: Refused | undefined;
}

export interface Refused {
  readonly status: number;
  readonly code: string;
  readonly fields: readonly string[];
  readonly saying: string | undefined;
}

export type Step =
  | { readonly kind: 'now'; readonly line: number; readonly instant: string }
  | {
      readonly kind: 'series';
      readonly line: number;
      readonly code: string;
      readonly resolution: string;
      readonly from: string;
      readonly values: readonly Value[];
    }
  | {
      readonly kind: 'run';
      readonly line: number;
      readonly code: string;
      readonly analyzed: string;
      readonly from: string;
      readonly values: readonly Value[];
    }
  | {
      readonly kind: 'ask';
      readonly line: number;
      readonly seriesId: string;
      readonly fields: ReadonlyMap<string, string>;
      readonly expected: Expectation;
    }
  | {
      readonly kind: 'get';
      readonly line: number;
      readonly path: string;
      readonly expected: Expectation;
    }
  | {
      readonly kind: 'spans';
      readonly line: number;
      readonly seriesId: string;
      readonly rows: readonly SpanRow[];
    };

export interface SpanRow extends NamedSpan {
  readonly line: number;
}

export interface Case {
  readonly title: string;
  readonly line: number;
  readonly steps: readonly Step[];
}

export interface Scenario {
  readonly market: string | undefined;
  readonly blocks: string | undefined;
  readonly setUp: readonly Step[];
  readonly cases: readonly Case[];
}
