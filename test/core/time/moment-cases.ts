// Shared by the tests of moments: a series' extent by dates, and a text read as From and as To.

import assert from 'node:assert/strict';
import { Refusal } from '#core/errors';
import { gridOf } from '#core/time/grid';
import type { Instant } from '#core/time/instant';
import { type MomentContext, resolveFrom, resolveTo, type SeriesExtent } from '#core/time/moment';
import { type ResolutionName, resolutionOf } from '#core/time/resolution';
import { zoneNamed } from '../properties.ts';
import { at, BERLIN } from './temporal.ts';

export function extentOf(
  resolution: ResolutionName,
  first: string | null,
  last: string | null,
  zoneName: string = BERLIN,
): SeriesExtent {
  const grid = gridOf(resolutionOf(resolution), zoneNamed(zoneName));
  const indexAt = (text: string | null) =>
    text === null ? null : grid.indexOf(at(text, zoneName));
  return { grid, firstIndex: indexAt(first), lastIndex: indexAt(last) };
}

export const contextAt = (
  now: Instant,
  zoneName: string = BERLIN,
  series?: SeriesExtent,
): MomentContext => ({
  now,
  zone: zoneNamed(zoneName),
  series: series ?? extentOf('hour', null, null, zoneName),
});

/** The first instant that From takes and the last that To takes. */
export function spanOf(
  text: string,
  context: MomentContext,
): [Instant | undefined, Instant | undefined] {
  const end = resolveTo(text, 'ToDateTime', context);
  return [resolveFrom(text, 'FromDateTime', context), end === undefined ? undefined : end - 1];
}

export function refusalOf(read: () => unknown): Refusal {
  try {
    read();
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error));
    return error;
  }
  assert.fail('nothing was refused');
}
