// The model runs that the page offers and draws. Issue times are as the server lists them: newest first.

import { formatUtc } from '#core/time/instant';

export interface OfferedRuns {
  /** The runs to choose from, newest first. */
  readonly offered: readonly string[];
  readonly newest: string;
  /** The newest run at or before the time that the address names; the newest if it names none. */
  readonly chosen: string;
  /** The number of runs after the chosen one. */
  readonly newer: number;
  /** The runs drawn faint behind the chosen one, newest first. */
  readonly older: readonly string[];
  /** Whether the address names a run that does not exist: the chosen one is the newest before it. */
  readonly isNear: boolean;
  /** The run to compare with: the newest, or the one before if the chosen run is the newest. */
  readonly base: string | undefined;
}

/** Four weeks of two runs a day: as many as a list and a slider can show well. */
const MOST_OFFERED = 56;
const OLDER_DRAWN = 5;

/** Writes the time of a run as the server does; a text that is no time becomes the earliest of all. */
export function normalRun(run: string): string {
  if (run === '') return '';
  const instant = Date.parse(run);
  return Number.isNaN(instant) ? '0' : formatUtc(instant);
}

/** Chooses the runs; undefined if none exists at or before the one that the address names. */
export function offerRuns(issueTimes: readonly string[], run: string): OfferedRuns | undefined {
  const [newest] = issueTimes;
  if (newest === undefined) return undefined;
  // The texts are all `yyyy-MM-ddTHH:mm:ssZ`, whose order is that of time.
  const position = run === '' ? 0 : issueTimes.findIndex((time) => time <= run);
  const chosen = issueTimes[position];
  if (chosen === undefined) return undefined;
  const offered = issueTimes.slice(0, MOST_OFFERED);
  return {
    offered: position < MOST_OFFERED ? offered : [...offered, chosen],
    newest,
    chosen,
    isNear: run !== '' && chosen !== run,
    newer: position,
    older: issueTimes.slice(position + 1, position + 1 + OLDER_DRAWN),
    base: position === 0 ? issueTimes[1] : newest,
  };
}
