// Calls the model's engine with what was known and puts its answer into the shapes of the store.

import type { Instant } from '#core/time/instant';
import { bandsOfQuantiles } from '#core/values/run-bands';
import { HOURS } from '#model/days/filled-days';
import type { PastRun } from '#model/days/past-runs';
import { type Forecast, forecastDays } from '#model/forecast-days';
import type { FitMemo } from '#model/members/fit-memo';
import type { SeriesKind } from '#model/members/members';
import type { KnownDays } from '#service/model-runs/model-days';
import { recallRuns } from '#service/model-runs/model-memory';
import type { RunBand, RunDetail } from '#store/run-store';

export interface ModelForecast {
  /** The grid index of the first value. */
  readonly firstIndex: number;
  readonly values: Float64Array;
  readonly detail: RunDetail;
  readonly bands: readonly RunBand[];
  /** The part of this run that is remembered. */
  readonly firstDay: PastRun;
}

/** Forecasts. `memory` is a text of model-memory.ts. Returns a text if no forecast is possible. */
export function forecastKnownDays(
  known: KnownDays,
  memory: string | undefined,
  kind: SeriesKind,
  analyzedAt: Instant,
  memo?: FitMemo,
): ModelForecast | string {
  const forecast = forecastDays(known.table, {
    kind,
    row: known.targetRow,
    leadHours: known.leadHours,
    days: daysOf(known),
    knownSlots: known.knownSlots,
    pastRuns: recallRuns(memory, analyzedAt),
    memo,
  });
  if ('refused' in forecast) return forecast.refused;
  return {
    firstIndex: known.firstIndex,
    values: forecast.values.slice(0, known.slotCount),
    detail: detailOf(forecast, known.notes),
    bands: bandsOfQuantiles(
      forecast.quantiles.map(({ percent, values }) => ({
        percent,
        values: values.slice(0, known.slotCount),
      })),
    ),
    firstDay: forecast.firstDay,
  };
}

/** The days of the engine, which adds one hour to them: a market day may end hours after them. */
function daysOf({ table, leadHours, slotCount }: KnownDays): number {
  const hours = (slotCount * HOURS) / table.slotsPerDay - leadHours;
  return Math.ceil((hours - 1) / HOURS);
}

function detailOf(forecast: Forecast, notes: readonly string[]): RunDetail {
  const { tier, historyDays, members, dropped, drivers } = forecast;
  return {
    tier,
    historyDays,
    members: [
      ...members.map(({ name, weight }) => ({ name, weight, isDropped: false })),
      ...dropped.map((name) => ({ name, weight: 0, isDropped: true })),
    ],
    drivers,
    notes,
  };
}
