// An alert of the operators under kills: its value goes below zero and back, and each way must be told once.

import { HOUR_MS } from '#core/time/instant';
import { findZone } from '#core/time/zone';
import { addRule, checkRule } from '#service/alerts/alert-rules';
import type { SeriesKey } from '#store/series-record';
import type { Store } from '#store/store';
import type { LoggedEvent } from './judge-events.ts';

const CODE = 'alarm';
const DRAFT = { name: 'below zero', condition: `${CODE} < 0 within today` };

export class Alarm {
  readonly #store: Store;
  readonly #key: SeriesKey;
  #value = 1;

  private constructor(store: Store, key: SeriesKey) {
    this.#store = store;
    this.#key = key;
  }

  static async open(store: Store): Promise<Alarm> {
    const now = Date.now();
    const content = checkRule(DRAFT, null, now, findZone('Europe/Berlin')!);
    const key = await store.write(async (writer) => {
      const series = await writer.defineSeries({
        ...{ code: CODE, description: 'Alarm', unit: 'EUR/MWh', resolution: 'hour' as const },
        ...{ area: null, category: null },
      });
      await addRule(writer, null, content, now);
      return series.key;
    });
    return new Alarm(store, key);
  }

  /** Writes the hour that is now, below zero if it was above, and the other way round. */
  async flip(): Promise<void> {
    await this.#write(-this.#value);
  }

  /** Ends the alert: what follows in the log is its last change. */
  async end(): Promise<void> {
    await this.#write(1);
  }

  async #write(value: number): Promise<void> {
    const now = Date.now();
    const hour = Int32Array.of(Math.floor(now / HOUR_MS));
    await this.#store.write((writer) =>
      writer.writePoints(this.#key, hour, Float64Array.of(value), now),
    );
    this.#value = value;
  }
}

const changesOf = (log: readonly LoggedEvent[]): LoggedEvent[] =>
  log.filter(({ type }) => type.startsWith('alert.'));

/** Whether the log ends with the alert at rest. */
export const isAtRest = (log: readonly LoggedEvent[]): boolean =>
  changesOf(log).at(-1)?.type !== 'alert.firing';

/** Firing and resolved must alternate: one message each way. */
export function faultsOfAlarm(log: readonly LoggedEvent[]): string[] {
  const changes = changesOf(log);
  const wrong = changes.findIndex(
    ({ type }, i) => type !== (i % 2 === 0 ? 'alert.firing' : 'alert.resolved'),
  );
  if (wrong >= 0) return [`the alert was told ${changes[wrong]!.type} out of order`];
  return isAtRest(log) ? [] : ['the alert was never resolved'];
}
