// Below the chart: the source of the chosen run, its history and drivers, and the weights of its methods.

import { isSeriesId } from '#core/market/categories';
import {
  driverTitle,
  historyText,
  membersText,
  memberTitle,
} from '#explorer/pages/forecasts/runs/making-text.ts';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { DEFAULT_RANGE } from '#view/address/range-address';
import { formatNumber } from '#view/axes/number-text';
import type { RunMaking as Making, RunBands } from '#view/runs/run-bands';

export function RunMaking({ run }: { run: RunBands }) {
  const { making, bands } = run;
  const counting = making.members.filter(({ isDropped }) => !isDropped);
  const dropped = making.members.filter(({ isDropped }) => isDropped);
  return (
    <section className="making small" aria-label="How this run was made">
      <p>
        <MadeBy making={making} />
        {bands.length === 0 && ' It has no bands.'}
      </p>
      {counting.length > 0 && (
        <ul className="making-members" aria-label="Methods and their weights">
          {counting
            .toSorted((a, b) => b.weight - a.weight)
            .map(({ name, weight }) => (
              <li key={name}>
                <span>{memberTitle(name)}</span>
                <strong className="figure">{formatNumber(weight * 100, 0)} %</strong>
                <svg className="making-bar" aria-hidden="true">
                  <rect width={`${Math.min(100, weight * 100)}%`} height="100%" />
                </svg>
              </li>
            ))}
        </ul>
      )}
      {dropped.length > 0 && (
        <p className="dim">
          Left out for being worse than naive lately:{' '}
          {dropped.map(({ name }) => memberTitle(name)).join('; ')}.
        </p>
      )}
      {making.notes.length > 0 && <p className="dim">Besides: {making.notes.join('; ')}.</p>}
    </section>
  );
}

/** `Made by gridtide from 3 years of history with a blend of 5 methods and 2 drivers: …` */
function MadeBy({ making }: { making: Making }) {
  const { source, drivers } = making;
  const [history, methods] = [historyText(making), membersText(making)];
  if (history === '' && methods === '' && drivers.length === 0) {
    return (
      <>
        Made by <strong>{source}</strong>, which gives no details.
      </>
    );
  }
  const count = drivers.length === 1 ? 'one driver' : `${drivers.length} drivers`;
  const tools = [methods, drivers.length > 0 ? count : ''].filter((text) => text !== '');
  return (
    <>
      Made by <strong>{source}</strong>
      {history !== '' && ` from ${history}`}
      {tools.length > 0 && ` with ${tools.join(' and ')}`}
      {drivers.map((code, i) => (
        <span key={code}>
          {i === 0 ? ': ' : ', '}
          {driverTitle(code)} (<DriverLink code={code} />)
        </span>
      ))}
      .
    </>
  );
}

/** A driver is a series, or a formula of series, which Compare draws. */
const DriverLink = ({ code }: { code: string }) => (
  <ViewLink
    className="mono"
    to={
      isSeriesId(code)
        ? { page: 'explore', seriesId: code, tab: 'chart', ...DEFAULT_RANGE }
        : { page: 'compare', series: [], formulas: [code], ...DEFAULT_RANGE }
    }
  >
    {code}
  </ViewLink>
);
