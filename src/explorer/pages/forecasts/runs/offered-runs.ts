// Which model runs the page offers and draws. Issue times are as the server lists them: newest first.

export interface OfferedRuns {
  /** Newest first. */
  readonly offered: readonly string[];
  readonly newest: string;
  /** The run of the address: named, or the newest at or before what it names; newest where empty. */
  readonly chosen: string;
  /** The runs drawn faint behind the chosen one, newest first. */
  readonly older: readonly string[];
  /** What the chosen run is held against: the newest, or the one before where it is the newest. */
  readonly base: string | undefined;
}

/** Four weeks of two runs a day: what a list and a slider can still be used with. */
const MOST_OFFERED = 56;
const OLDER_DRAWN = 5;

/** Undefined where there is no run, or none at or before the one the address names. */
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
