// The line above a wallboard: the board's name, the time, and when its data were last read.

import { useEffect, useRef, useState } from 'react';
import { type Instant, SECOND_MS } from '#core/time/instant';
import { clockText, clockTextWithSeconds } from '#explorer/parts/clock-text.ts';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { useIsDown } from '#explorer/state/connection.ts';
import { useIsLoading } from '#explorer/state/loading.ts';
import { useServerNow } from '#explorer/state/server-now.ts';
import { formatDay, zoneLabelAt } from '#view/values/time-text';

interface WallHeadProps {
  readonly name: string;
  /** Whether some panel waits for an answer. */
  readonly isLoading: boolean;
  /** Whether some panel could not be read. */
  readonly hasFailed: boolean;
  /** Whether the panels have begun to ask. */
  readonly isBegun: boolean;
  readonly onLeave: () => void;
}

export function WallHead({ name, isLoading, hasFailed, isBegun, onLeave }: WallHeadProps) {
  const about = useAbout();
  const now = useServerNow(about, SECOND_MS);
  const zone = marketZoneOf(about);
  const isDown = useIsDown();
  const isBusy = useIsLoading() || isLoading;
  const updated = useUpdated(isBegun && !isBusy && !hasFailed && !isDown, now);
  return (
    <header className="wall-head">
      <h1>{name}</h1>
      {about.demo && <span className="small dim">Synthetic demo data</span>}
      <p className="wall-time figure">
        <span className="dim">{formatDay(zone.dayOf(now))}</span>{' '}
        <strong>{clockText(now, zone)}</strong>{' '}
        <span className="dim">{zoneLabelAt(now, zone)}</span>
      </p>
      <p className={isDown || hasFailed ? 'wall-updated wall-old' : 'wall-updated dim'}>
        {updated === undefined ? 'Loading' : `updated ${clockTextWithSeconds(updated, zone)}`}
        {isDown ? ', no connection' : hasFailed && !isBusy ? ', not all panels' : ''}
      </p>
      <button type="button" className="button quiet" onClick={onLeave}>
        Leave <kbd>Esc</kbd>
      </button>
    </header>
  );
}

/** When everything was last up to date. */
function useUpdated(isUpToDate: boolean, now: Instant): Instant | undefined {
  const [updated, setUpdated] = useState<Instant>();
  const latest = useRef(now);
  useEffect(() => {
    latest.current = now;
  }, [now]);
  useEffect(() => {
    if (isUpToDate) setUpdated(latest.current);
  }, [isUpToDate]);
  return updated;
}
