// A real store with one rule at a time, a clock that a test sets, and the messages that came of it.

import type { AlertStep } from '#core/alerts/alert-state';
import { type Grid, gridOf } from '#core/time/grid';
import { type ResolutionName, resolutionOf } from '#core/time/resolution';
import { findZone } from '#core/time/zone';
import { AlertWatch } from '#service/alerts/alert-watch';
import { lateJudge } from '#service/alerts/judge-late';
import type { AlertRule } from '#store/alert-store';
import type { Store } from '#store/store';

export const ZONE = findZone('Europe/Berlin')!;

export type Value = number | null;

const toDoubles = (values: readonly Value[]): Float64Array =>
  Float64Array.from(values, (value) => value ?? Number.NaN);

let count = 0;

export class AlertMarket {
  readonly store: Store;
  readonly code: string;
  readonly #grid: Grid;
  readonly #resolution: ResolutionName;
  #now = 0;
  #watch: AlertWatch;
  #cursor = 0;

  private constructor(store: Store, resolution: ResolutionName, code = `aa${++count}price`) {
    this.store = store;
    this.code = code;
    this.#resolution = resolution;
    this.#grid = gridOf(resolutionOf(resolution), ZONE);
    this.#watch = this.#openWatch();
  }

  /** Opens a series of its own within a store. */
  static async open(
    store: Store,
    now: string,
    resolution: ResolutionName = 'hour',
  ): Promise<AlertMarket> {
    const market = new AlertMarket(store, resolution);
    market.setNow(now);
    await store.write((writer) =>
      writer.defineSeries({
        ...{ code: market.code, description: market.code, unit: 'EUR/MWh' },
        ...{ resolution, area: null, category: null },
      }),
    );
    market.#cursor = (await store.eventRange()).newest;
    return market;
  }

  get now(): number {
    return this.#now;
  }

  setNow(now: string): void {
    this.#now = Date.parse(now);
  }

  #openWatch(): AlertWatch {
    const { store } = this;
    return new AlertWatch({
      store,
      zone: ZONE,
      clock: () => this.#now,
      judgeLate: lateJudge(store, ZONE),
    });
  }

  /** Forgets all that the process knew, as after a restart. */
  restart(): void {
    this.#watch = this.#openWatch();
  }

  /** The same series and clock as another process judges them. */
  twin(): AlertMarket {
    const twin = new AlertMarket(this.store, this.#resolution, this.code);
    [twin.#now, twin.#cursor] = [this.#now, this.#cursor];
    return twin;
  }

  /** Adds a rule; SERIES in the condition stands for the series of this market. */
  async addRule(condition: string, change: Partial<AlertRule> = {}): Promise<AlertRule> {
    const rule: AlertRule = {
      ...{ id: `rule-${this.code}`, owner: null, name: this.code, waitMs: 0, emails: [] },
      ...{ condition: condition.replace('SERIES', this.code), createdAt: this.#now, ...change },
    };
    await this.store.write(async (writer) => (await writer.openAlerts()).addRule(rule));
    return rule;
  }

  async removeRule(id = `rule-${this.code}`): Promise<void> {
    await this.store.write(async (writer) => (await writer.openAlerts()).removeRule(id, this.#now));
  }

  async silence(until: string): Promise<void> {
    const silence = {
      ruleId: `rule-${this.code}`,
      code: null,
      until: Date.parse(until),
      actor: 'a',
    };
    await this.store.write(async (writer) => (await writer.openAlerts()).putSilence(silence));
  }

  async #key(): Promise<number> {
    return (await this.store.findSeries(this.code))!.key;
  }

  /** Writes values from a time on. */
  async write(from: string, ...values: Value[]): Promise<void> {
    const first = this.#grid.indexOf(Date.parse(from));
    const indices = Int32Array.from(values, (_, i) => first + i);
    const key = await this.#key();
    await this.store.write((w) => w.writePoints(key, indices, toDoubles(values), this.#now));
  }

  async writeRun(analyzed: string, from: string, values: readonly Value[], source = 'model') {
    const analyzedAt = Date.parse(analyzed);
    const firstIndex = this.#grid.indexOf(Date.parse(from));
    const times = { analyzedAt, updatedAt: analyzedAt, firstIndex };
    const key = await this.#key();
    const run = { ...times, values: toDoubles(values), source };
    await this.store.write((w) => w.writeRun(key, run, this.#now));
  }

  async hold(time: string): Promise<void> {
    const held = [{ index: this.#grid.indexOf(Date.parse(time)), value: 9_999, reason: 'High.' }];
    const key = await this.#key();
    await this.store.write((w) => w.holdValues(key, held, this.#now));
  }

  async release(time: string): Promise<void> {
    const key = await this.#key();
    const index = this.#grid.indexOf(Date.parse(time));
    await this.store.write((w) => w.releaseHeld(key, [index]));
  }

  /** Judges, and returns the messages that were written since the last time. */
  async pass(): Promise<NonNullable<AlertStep['message']>[]> {
    await this.#watch.pass();
    const events = await this.store.listEvents(this.#cursor, 1_000);
    this.#cursor = events.at(-1)?.id ?? this.#cursor;
    return events
      .filter(({ type, alert }) => type.startsWith('alert.') && alert?.rule === this.code)
      .map(({ type }) => type.slice('alert.'.length) as 'firing' | 'resolved');
  }

  /** The sentence of the last change. */
  async detail(): Promise<string | undefined> {
    const alerts = await this.store.openAlerts();
    return (await alerts.listChanges(`rule-${this.code}`, 1))[0]?.detail;
  }

  /** The changes of the history, newest first. */
  async history(): Promise<string[]> {
    const alerts = await this.store.openAlerts();
    return (await alerts.listChanges(`rule-${this.code}`, 100)).map(({ kind }) => kind);
  }
}
