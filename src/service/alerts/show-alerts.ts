// Alerts as lists and pages show them.

import { formatDuration } from '#core/time/duration';
import { formatUtc, type Instant } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { gridOfSeries } from '#service/context';
import type {
  AlertChange,
  AlertReader,
  AlertRule,
  AlertSilence,
  AlertStateRow,
} from '#store/alert-store';
import type { SeriesReader } from '#store/series-store';

const isOver = ({ until }: AlertSilence, now: Instant): boolean => until <= now;

const describeSilence = ({ code, until, actor }: AlertSilence) => ({
  ...{ series: code, until: formatUtc(until), by: actor },
});

/** A rule with the state of its series taken together. */
export function summarise(
  rule: AlertRule,
  states: readonly AlertStateRow[],
  silences: readonly AlertSilence[],
  now: Instant,
) {
  const { id, name, owner, condition, waitMs, emails, createdAt } = rule;
  const own = states.filter(({ ruleId }) => ruleId === id);
  const firing = own.filter(({ state }) => state === 'firing').length;
  const pending = own.filter(({ state }) => state === 'pending').length;
  const isOfAll = (silence: AlertSilence) =>
    silence.ruleId === id && silence.code === null && !isOver(silence, now);
  const silence = silences.find(isOfAll);
  const state: 'ok' | 'pending' | 'firing' = firing > 0 ? 'firing' : pending > 0 ? 'pending' : 'ok';
  return {
    ...{ id, name, owner, condition, wait: waitMs === 0 ? '0' : formatDuration(waitMs) },
    ...{ emails: [...emails], createdTime: formatUtc(createdAt), state, firing, pending },
    silencedUntil: silence ? formatUtc(silence.until) : null,
  };
}

/** Tells which series a caller may read: a key may be for fewer than its user's plan has. */
type IsReadable = (code: string) => boolean;
const EVERY_SERIES: IsReadable = () => true;

/** The rules that a caller sees, each with its state. */
export async function listAlerts(
  alerts: AlertReader,
  isSeen: (rule: AlertRule) => boolean,
  now: Instant,
  isReadable = EVERY_SERIES,
) {
  const [rules, silences] = [await alerts.listRules(), await alerts.listSilences()];
  const states = (await alerts.listStates()).filter(({ code }) => isReadable(code));
  return rules.filter(isSeen).map((rule) => summarise(rule, states, silences, now));
}

/** The silences of a rule that are not over. */
export const listSilences = async (alerts: AlertReader, ruleId: string, now: Instant) =>
  (await alerts.listSilences(ruleId))
    .filter((silence) => !isOver(silence, now))
    .map(describeSilence);

export async function showAlert(
  alerts: AlertReader,
  rule: AlertRule,
  now: Instant,
  isReadable = EVERY_SERIES,
) {
  const states = (await alerts.listStates(rule.id)).filter(({ code }) => isReadable(code));
  const silences = await alerts.listSilences(rule.id);
  return {
    ...summarise(rule, states, silences, now),
    series: states.map(({ code, state, since }) => ({
      ...{ series: code, state, since: formatUtc(since) },
    })),
    silences: silences.filter((silence) => !isOver(silence, now)).map(describeSilence),
  };
}

/** The changes of a rule, newest first. */
export async function showHistory(
  alerts: AlertReader,
  store: Pick<SeriesReader, 'findSeries'>,
  ruleId: string,
  { limit, before }: { readonly limit: number; readonly before: number | undefined },
  zone: Zone,
  isReadable = EVERY_SERIES,
) {
  const found = await alerts.listChanges(ruleId, limit + 1, before);
  const changes = [];
  for (const change of found.slice(0, limit)) {
    if (isReadable(change.code)) changes.push(await describeChange(change, store, zone));
  }
  return { changes, more: found.length > limit };
}

async function describeChange(
  change: AlertChange,
  store: Pick<SeriesReader, 'findSeries'>,
  zone: Zone,
) {
  const { id, at, kind, code, firstIndex, lastIndex, detail, eventId, mailNote } = change;
  const series = await store.findSeries(code);
  const timeOf = (index: number | null): string | null =>
    index === null || !series ? null : formatUtc(gridOfSeries(series, zone).startOf(index));
  return {
    ...{ id, time: formatUtc(at), state: kind, series: code },
    ...{ from: timeOf(firstIndex), to: timeOf(lastIndex), detail },
    ...{ event: eventId === null ? null : String(eventId), mail: mailNote },
  };
}
