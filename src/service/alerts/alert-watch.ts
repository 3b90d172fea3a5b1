// Judges the rules of alerts, as one process does it: on what the log of changes tells, and once a minute for what
// depends on the clock. A step is written by compare-and-set, so that a second process could write none twice.

import { mayRead } from '#accounts/plans';
import { judgingTime, stepOf } from '#core/alerts/alert-state';
import type { Condition } from '#core/alerts/condition';
import { parseCondition } from '#core/alerts/parse-condition';
import { Refusal } from '#core/errors';
import { type Clock, type Instant, MINUTE_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { describeVerdict } from '#service/alerts/describe-verdict';
import { type JudgeLate, judgeSeries, stateTag, type Verdict } from '#service/alerts/judge-series';
import { codesOf, WatchedSeries } from '#service/alerts/watched-series';
import type { AlertRule, AlertSilence, AlertStateRow } from '#store/alert-store';
import type { SeriesRecord } from '#store/series-record';
import { type Store, StoreUnavailable } from '#store/store';

export interface AlertWatchParts {
  readonly store: Store;
  readonly zone: Zone;
  readonly clock: Clock;
  readonly judgeLate: JudgeLate;
  /** Told of a series that cannot be judged; the others are. */
  onFault?(error: unknown, rule: AlertRule, code: string): void;
}

/** A rule with what was judged of its series. */
interface Watched {
  readonly rule: AlertRule;
  readonly condition: Condition;
  readonly series: WatchedSeries;
  /** The last verdict of each series, and the state of the store and the calendar that it was made from. */
  readonly judged: Map<string, { readonly tag: string; readonly verdict: Verdict }>;
}

const PAGE = 500;
/** A series that the owner's plan does not have any more. */
const NOT_OWN: Verdict = { finding: undefined };
const NOWHERE = { firstIndex: null, lastIndex: null, points: null };

function whereOf({ finding }: Verdict) {
  if (!finding) return NOWHERE;
  const { indices, points } = finding;
  return { firstIndex: indices.start, lastIndex: indices.end - 1, points };
}

export class AlertWatch {
  readonly #parts: AlertWatchParts;
  readonly #watched = new Map<string, Watched>();
  #cursor: number | undefined;
  #version: number | undefined;
  #minute: number | undefined;

  constructor(parts: AlertWatchParts) {
    this.#parts = parts;
  }

  /** Judges what may have changed, and resolves to the number of steps that were written. */
  async pass(): Promise<number> {
    const { store, clock } = this.#parts;
    const now = clock();
    const version = store.dataVersion?.();
    const minute = Math.floor(now / MINUTE_MS);
    if (version !== undefined && version === this.#version && minute === this.#minute) return 0;
    const changed = await this.#readChanged();
    const alerts = await store.openAlerts();
    const rules = await alerts.listRules();
    this.#forgetMissing(rules);
    let written = 0;
    if (rules.length > 0) {
      const states = statesByRule(await alerts.listStates());
      const silences = await alerts.listSilences();
      for (const rule of rules) {
        const watched = await this.#watch(rule, changed, now);
        if (!watched) continue;
        written += await this.#judge(watched, states.get(rule.id) ?? new Map(), silences, now);
      }
    }
    [this.#version, this.#minute] = [version, minute];
    return written;
  }

  /** The codes of the series that changed since the last pass; undefined if that is not known. */
  async #readChanged(): Promise<Set<string> | undefined> {
    const { store } = this.#parts;
    const { oldest, newest } = await store.eventRange();
    const cursor = this.#cursor;
    if (cursor === undefined || cursor > newest || cursor < oldest - 1) {
      this.#cursor = newest;
      return undefined;
    }
    const changed = new Set<string>();
    for (let after = cursor; after < newest; ) {
      const events = await store.listEvents(after, PAGE);
      if (events.length === 0) break;
      for (const { type, code } of events) if (!type.startsWith('alert.')) changed.add(code);
      after = this.#cursor = events.at(-1)!.id;
    }
    return changed;
  }

  #forgetMissing(rules: readonly AlertRule[]): void {
    const ids = new Set(rules.map(({ id }) => id));
    for (const id of this.#watched.keys()) if (!ids.has(id)) this.#watched.delete(id);
  }

  /** Finds the series of a rule, or reads again those that changed. */
  async #watch(
    rule: AlertRule,
    changed: ReadonlySet<string> | undefined,
    now: Instant,
  ): Promise<Watched | undefined> {
    const { store, zone } = this.#parts;
    let watched = this.#watched.get(rule.id);
    if (!watched) {
      const condition = readStored(rule, now, zone);
      if (!condition) return undefined;
      const series = new WatchedSeries(condition.pattern);
      await series.find(store);
      watched = { rule, condition, series, judged: new Map() };
      this.#watched.set(rule.id, watched);
      return watched;
    }
    if (!changed) {
      watched.judged.clear();
      await watched.series.find(store);
      return watched;
    }
    for (const code of codesOf(changed, watched.condition.pattern)) {
      watched.judged.delete(code);
      await watched.series.refresh(store, code);
    }
    return watched;
  }

  async #judge(
    watched: Watched,
    states: ReadonlyMap<string, AlertStateRow>,
    silences: readonly AlertSilence[],
    now: Instant,
  ): Promise<number> {
    const { rule, series } = watched;
    const patterns = await this.#patternsOf(rule);
    let written = 0;
    for (const record of series.records()) {
      const { code } = record;
      const isOwn = patterns === undefined || mayRead({ patterns }, code);
      const isSilenced = silences.some(
        ({ ruleId, code: only, until }) =>
          ruleId === rule.id && until > now && (only === null || only === code),
      );
      try {
        const before = states.get(code);
        const at = judgingTime(before, now);
        const verdict = isOwn ? await this.#verdictOf(watched, record, at) : NOT_OWN;
        if (await this.#step(watched, record, before, verdict, at, isSilenced)) written++;
      } catch (error) {
        if (error instanceof StoreUnavailable) throw error;
        this.#parts.onFault?.(error, rule, code);
      }
    }
    return written;
  }

  /** Writes what comes of a verdict, and resolves to whether anything did. */
  async #step(
    { rule, condition }: Watched,
    series: SeriesRecord,
    stored: AlertStateRow | undefined,
    verdict: Verdict,
    at: Instant,
    isSilenced: boolean,
  ): Promise<boolean> {
    const before = stored && { state: stored.state, since: stored.since, told: stored.told };
    const step = stepOf(before, verdict.finding !== undefined, at, rule.waitMs, isSilenced);
    if (!step) return false;
    const detail = describeVerdict(condition, series, verdict, this.#parts.zone);
    const finding = { ...whereOf(verdict), detail };
    const written = { rule, series, before, step, at, finding };
    return this.#parts.store.write(async (writer) =>
      (await writer.openAlerts()).writeStep(written),
    );
  }

  async #verdictOf(
    { condition, judged }: Watched,
    record: SeriesRecord,
    now: Instant,
  ): Promise<Verdict> {
    const { store, zone, judgeLate } = this.#parts;
    const tag = stateTag(condition, record, now, zone);
    const known = judged.get(record.code);
    if (known?.tag === tag) return known.verdict;
    // One state of the store: the record and its values must belong together.
    const verdict = await store.snapshot(async (reader) => {
      const series = (await reader.findSeries(record.code)) ?? record;
      return judgeSeries(condition, series, now, { store: reader, zone, judgeLate });
    });
    judged.set(record.code, { tag, verdict });
    return verdict;
  }

  /** The patterns of a user's plan; none if the user is disabled; undefined for a rule of the operators. */
  async #patternsOf({ owner }: AlertRule): Promise<readonly string[] | undefined> {
    if (owner === null) return undefined;
    const { accounts } = this.#parts.store;
    const user = await accounts.findUser(owner);
    if (!user || user.isDisabled) return [];
    return (await accounts.findPlan(user.planName))?.patterns ?? [];
  }
}

function statesByRule(states: readonly AlertStateRow[]): Map<string, Map<string, AlertStateRow>> {
  const byRule = new Map<string, Map<string, AlertStateRow>>();
  for (const state of states) {
    let ofRule = byRule.get(state.ruleId);
    if (!ofRule) byRule.set(state.ruleId, (ofRule = new Map()));
    ofRule.set(state.code, state);
  }
  return byRule;
}

/** The condition of a stored rule; undefined if this version cannot read it. */
function readStored(rule: AlertRule, now: Instant, zone: Zone): Condition | undefined {
  try {
    return parseCondition(rule.condition, 'condition', now, zone);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
