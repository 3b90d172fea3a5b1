// The cursor's moves by keyboard. It stands in the middle of what it reads, so that it is on the
// level part of a step.

import type { Zone } from '#core/time/zone';
import type { ChartAction } from '#explorer/chart/input/chart-keys.ts';
import {
  nextStretch,
  previousStretch,
  type Stretch,
  shiftDays,
  stretchAt,
} from '#explorer/chart/scene/nearest-value.ts';
import type { ChartSpan } from '#view/chart/frame';
import type { Line } from '#view/chart/line';

const middle = ({ start, end }: Stretch): number => (start + end) / 2;

/** The cursor after a step, a day, Home or End; undefined if no value can be read. */
export function moveCursor(
  lines: readonly Line[],
  cursor: number | undefined,
  action: ChartAction,
  { span, zone, now }: { span: ChartSpan; zone: Zone; now: number },
): number | undefined {
  const first = nextStretch(lines, Number.NEGATIVE_INFINITY);
  const last = previousStretch(lines, Number.POSITIVE_INFINITY);
  if (!first || !last) return undefined;
  if (action.kind === 'first') return middle(first);
  if (action.kind === 'last') return middle(last);
  if (action.kind !== 'step' && action.kind !== 'day') return cursor;
  if (cursor === undefined) {
    // The first key reads what is now, or the middle of the screen if now is not on it.
    const isNowShown = now > span.start && now < span.end;
    const around = isNowShown ? now : middle(span);
    return middle(stretchAt(lines, around) ?? (around < first.start ? first : last));
  }
  const here = stretchAt(lines, cursor);
  if (action.kind === 'day') {
    const wanted = shiftDays(here?.start ?? cursor, action.direction, zone);
    if (wanted <= first.start) return middle(first);
    if (wanted >= last.end) return middle(last);
    return middle(stretchAt(lines, wanted) ?? last);
  }
  const found =
    action.direction > 0
      ? nextStretch(lines, here?.start ?? cursor)
      : previousStretch(lines, here?.start ?? cursor);
  return middle(found ?? (action.direction > 0 ? last : first));
}
