// The method of the simple runs: the same hour of the week before, moved towards the recent level. Pure.

const DAY_HOURS = 24;
const WEEK_HOURS = 168;
/** The level is compared over the newest day, and counts half as much for every 36 hours ahead. */
const LEVEL_HOURS = 24;
const FADE_HOURS = 36;

const fadeOf = (lead: number): number => 0.5 ** (lead / FADE_HOURS);
const FADES = Float64Array.from({ length: 256 }, (_, lead) => fadeOf(lead));

/** Forecasts the hour that is `lead` hours after the end of history. NaN is a gap in history. */
export function simpleMethod(history: Float64Array, isPrice: boolean): (lead: number) => number {
  const [recent, weekBefore] = levelsOf(history);
  return (lead) => {
    const usual = weekBeforeOf(history, lead);
    const fade = FADES[Math.max(0, lead)] ?? fadeOf(lead);
    return isPrice
      ? Math.round((usual + fade * (recent - weekBefore)) * 100) / 100 + 0
      : Math.round(Math.max(0, usual * (1 + fade * (recent / weekBefore - 1))));
  };
}

/**
 * The newest known value a week before; `lead` counts hours from the end of history. After a week it
 * goes back by whole days, because a second week back would jump to another weather within a run.
 */
function weekBeforeOf(history: Float64Array, lead: number): number {
  const stepBack = lead < WEEK_HOURS ? WEEK_HOURS : DAY_HOURS;
  let at = history.length + lead - WEEK_HOURS;
  while (at >= history.length || (at >= 0 && Number.isNaN(history[at]!))) at -= stepBack;
  return history[at]!;
}

/** The means of the newest day and of the same hours a week before, over hours that both have. */
function levelsOf(history: Float64Array): readonly [recent: number, weekBefore: number] {
  let recent = 0;
  let weekBefore = 0;
  let count = 0;
  for (let at = history.length - LEVEL_HOURS; at < history.length; at++) {
    const value = history[at]!;
    const before = history[at - WEEK_HOURS]!;
    if (Number.isNaN(value) || Number.isNaN(before)) continue;
    recent += value;
    weekBefore += before;
    count++;
  }
  return [recent / count, weekBefore / count];
}
