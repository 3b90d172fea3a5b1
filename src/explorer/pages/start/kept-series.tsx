// The series that a user pinned or opened last, each with a small line.

import { type ReactNode, useMemo } from 'react';
import { PinButton } from '#explorer/parts/kept/pin-button.tsx';
import { SparkLine } from '#explorer/parts/kept/spark-line.tsx';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { openFind } from '#explorer/state/find-opening.ts';
import { LiveScope } from '#explorer/state/live-scope.tsx';
import { togglePin, usePins } from '#explorer/state/pinned-series.ts';
import { readRecent } from '#explorer/state/recent-series.ts';
import { exploreOf } from '#view/address/explore-address';

/** Each line is a request: no more than a glance takes in. */
const MOST_SHOWN = 12;

export function KeptSeries({ userName }: { readonly userName: string }) {
  const pins = usePins(userName);
  const recent = useMemo(readRecent, []);
  const codes = [...new Set([...pins, ...recent])].slice(0, MOST_SHOWN);
  return (
    <section className="card" aria-labelledby="kept-title">
      <h2 id="kept-title">Pinned and recent</h2>
      {codes.length === 0 && (
        <p className="small dim">
          Pin a series with the star in{' '}
          <button type="button" className="start-find" onClick={openFind}>
            Find
          </button>
          . The series that you open there are listed here too.
        </p>
      )}
      <ul className="start-kept">
        {codes.map((code) => (
          <li key={code}>
            <ViewLink to={exploreOf(code)}>
              <span className="mono">{code}</span>
            </ViewLink>
            <SeriesScope code={code}>
              <SparkLine seriesId={code} />
            </SeriesScope>
            <PinButton
              code={code}
              isPinned={pins.includes(code)}
              onToggle={() => togglePin(userName, code)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface SeriesScopeProps {
  readonly code: string;
  readonly children: ReactNode;
}

/** What is inside asks again for changes of one series, and not for those of the page. */
function SeriesScope({ code, children }: SeriesScopeProps) {
  const view = useMemo(() => exploreOf(code), [code]);
  return <LiveScope view={view}>{children}</LiveScope>;
}
