// Everything that one run has measured.

import type { CaseName } from '../cases.ts';
import type { ContenderName } from '../contenders/contender.ts';
import type { CompressedResult } from '../phases/measure-compressed.ts';
import type { LoadResult } from '../phases/measure-load.ts';
import type { RequestResult } from '../phases/measure-requests.ts';
import type { StartResult } from '../phases/measure-start.ts';
import type { TailResult } from '../phases/measure-tail.ts';

export interface RunResults {
  readonly seriesCount: number;
  readonly rounds: number;
  readonly seconds: number;
  /** Values that were compared and found equal before anything was timed. */
  readonly equalValues: number;
  /** Bytes of an answer of the product's, by case. */
  readonly answerBytes: ReadonlyMap<CaseName, number>;
  readonly versions: readonly { readonly contender: ContenderName; readonly version: string }[];
  readonly skipped: readonly string[];
  readonly requests: readonly RequestResult[];
  readonly compressed: readonly CompressedResult[];
  readonly tail: readonly TailResult[];
  readonly load: readonly LoadResult[];
  readonly start: StartResult;
}
