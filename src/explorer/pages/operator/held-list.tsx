// The held values by series and time, each with the reason that it is held.

import { useEffect, useRef } from 'react';
import type { HeldEntry } from '#contract/operator-review';
import { useRights } from '#explorer/pages/operator/parts/rights.ts';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { formatMoment } from '#view/values/time-text';
import { formatCount, formatValue } from '#view/values/value-text';

interface HeldListProps {
  readonly held: readonly HeldEntry[];
  readonly chosen: number;
  readonly onChoose: (at: number) => void;
}

export function HeldList({ held, chosen, onChoose }: HeldListProps) {
  const zone = marketZoneOf(useAbout());
  const { mayOperate } = useRights();
  const current = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice scrolls the list
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <section className="card operator-list" aria-labelledby="operator-held">
      <h2 id="operator-held">{formatCount(held.length)} held</h2>
      <p className="dim small">
        <kbd>j</kbd> next, <kbd>k</kbd> previous
        {mayOperate && (
          <>
            , <kbd>a</kbd> accept, <kbd>r</kbd> reject
          </>
        )}
      </p>
      <ul>
        {held.map(({ series, time, value, reason }, at) => (
          <li key={`${series} ${time}`}>
            <button
              type="button"
              ref={at === chosen ? current : null}
              aria-pressed={at === chosen}
              onClick={() => onChoose(at)}
            >
              <span className="operator-held-name">
                <strong>{series}</strong> <span className="figure">{formatValue(value)}</span>
              </span>
              <span className="small">{formatMoment(Date.parse(time), zone)}</span>
              <span className="small dim">{reason}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
