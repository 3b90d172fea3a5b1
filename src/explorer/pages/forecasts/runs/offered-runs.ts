// The model runs that the page offers and draws. Issue times are as the server lists them: newest first.

export interface OfferedRuns {
  /** The runs to choose from, newest first. */
  readonly offered: readonly string[];
  readonly newest: string;
  /** The newest run at or before the time that the address names; the newest if it names none. */
  readonly chosen: string;
  /** The runs drawn faint behind the chosen one, newest first. */
  readonly older: readonly string[];
  /** The run to compare with: the newest, or the one before if the chosen run is the newest. */
  readonly base: string | undefined;
}

/** Four weeks of two runs a day: as many as a list and a slider can show well. */
const MOST_OFFERED = 56;
const OLDER_DRAWN = 5;

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
    older: issueTimes.slice(position + 1, position + 1 + OLDER_DRAWN),
    base: position === 0 ? issueTimes[1] : newest,
  };
}
