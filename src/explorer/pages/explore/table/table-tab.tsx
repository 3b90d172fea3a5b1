// Every value in a row. Only the rows in sight are in the page, whatever the number of values.

import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { SeriesColumns } from '#contract/forecast';
import { formatUtc, SECOND_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import {
  BY_TIME,
  changesOf,
  orderAfter,
  rowsInOrder,
  type TableOrder,
} from '#explorer/pages/explore/table/table-order.ts';
import { excelText } from '#explorer/pages/explore/taking/shown-columns.ts';
import { CopyButton } from '#explorer/parts/copy-button.tsx';
import { usePrinting } from '#explorer/parts/use-printing.ts';
import { useScrolled } from '#explorer/parts/use-scrolled.ts';
import { windowOf } from '#explorer/parts/windowed-rows.ts';
import { marketZoneOf, marketZoneOf, useAbout, useAbout } from '#explorer/state/about.ts';
import { intervalText, momentText } from '#view/axes/time-text';
import { columnDecimals } from '#view/values/column-decimals';
import { countText, isPartial, isReduced, originAt } from '#view/values/periods';
import { endTimeOf } from '#view/values/series-facts';
import { signedText } from '#view/values/signed-text';
import { columnAt, type Slice } from '#view/values/slice';
import { zoneLabel } from '#view/values/time-text';
import { formatCount, formatValue } from '#view/values/value-text';
import '#explorer/pages/explore/table/table-tab.css';

interface TableTabProps {
  readonly answer: SeriesColumns;
  /** The forecasts over the values; undefined if none are wanted or loaded. */
  readonly slice: Slice | undefined;
  readonly zone: Zone;
}

/** CSS pixels, as in table-tab.css. */
const ROW_HEIGHT = 30;
/** The most rows on paper: about twenty pages. */
const MOST_PRINTED = 1_000;

export function TableTab({ answer, slice, zone }: TableTabProps) {
  const market = marketZoneOf(useAbout());
  const scroller = useRef<HTMLElement>(null);
  const { times, values, unit, description } = answer;
  const seen = useScrolled(scroller);
  const { start, end } = usePrinting()
    ? { start: 0, end: Math.min(times.length, MOST_PRINTED) }
    : windowOf({ ...seen, rowCount: times.length, rowHeight: ROW_HEIGHT });
  const decimals = useMemo(() => columnDecimals(answer), [answer]);
  const sliced = useMemo(() => slice && sliceColumns(slice, times), [slice, times]);
  const changes = useMemo(() => changesOf(values), [values]);
  const [order, setOrder] = useState(BY_TIME);
  const sorted = useMemo(
    () => rowsInOrder(order, { value: values, change: changes }),
    [order, values, changes],
  );
  const endTime = endTimeOf(answer, market);
  const hasCounts = isReduced(answer) && answer.counts !== undefined;
  const places = Array.from({ length: end - start }, (_, i) => start + i);
  const head = { order, onSort: (by: TableOrder['by']) => setOrder(orderAfter(order, by)) };
  return (
    <div className="explore-table-part">
      <CopyButton
        title="Copy all rows"
        hint="As text for a spreadsheet, also the rows out of sight"
        text={() => excelText({ answer, slice, zone })}
      />
      <section
        ref={scroller}
        className="explore-table"
        aria-label={`Values of ${description}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
        tabIndex={0}
      >
        <table aria-rowcount={times.length + 1}>
          <thead>
            <tr aria-rowindex={1}>
              <SortHead by="time" {...head}>
                Time, {zoneLabel(zone)} · {formatCount(times.length)}{' '}
                {times.length === 1 ? 'row' : 'rows'}
              </SortHead>
              {!zone.isUtc && (
                <th scope="col" className="explore-table-utc">
                  UTC
                </th>
              )}
              <SortHead by="value" {...head}>
                {unit}
              </SortHead>
              <SortHead by="change" {...head}>
                Change
              </SortHead>
              {hasCounts && <th scope="col">Made of</th>}
              <th scope="col">Kind</th>
              {slice && (
                <>
                  <th scope="col" className="explore-table-slice">
                    {slice.label}
                  </th>
                  <th scope="col">Error</th>
                  <th scope="col" className="explore-table-utc">
                    Run
                  </th>
                </>
              )}
            </tr>
          </thead>
          <tbody>
            <Spacer rowCount={start} />
            {places.map((place) => {
              const row = sorted ? sorted[place]! : place;
              const [time, value] = [times[row]!, values[row]];
              const { kind } = originAt(answer, row);
              return (
                <tr
                  key={time}
                  aria-rowindex={place + 2}
                  data-kind={kind}
                  data-partial={hasCounts && isPartial(answer, row)}
                >
                  <td>{intervalText(time, times[row + 1] ?? endTime, zone)}</td>
                  {!zone.isUtc && (
                    <td className="explore-table-utc mono">{formatUtc(time * SECOND_MS)}</td>
                  )}
                  <td>{formatValue(value, decimals)}</td>
                  <td className="explore-table-change">{signedText(changes[row], decimals)}</td>
                  {hasCounts && <td className="explore-table-count">{countText(answer, row)}</td>}
                  <td>{value === null ? 'gap' : KIND_TEXTS[kind]}</td>
                  {sliced && (
                    <>
                      <td>{formatValue(sliced.values[row], decimals)}</td>
                      <td>{signedText(sliced.errors[row], decimals)}</td>
                      <td className="explore-table-utc">
                        {runText(sliced.sources[row], sliced.analyzedTimes[row], zone)}
                      </td>
                    </>
                  )}
                </tr>
              );
            })}
            <Spacer rowCount={times.length - end} />
          </tbody>
        </table>
      </section>
    </div>
  );
}

interface SortHeadProps {
  readonly by: TableOrder['by'];
  readonly order: TableOrder;
  readonly onSort: (by: TableOrder['by']) => void;
  readonly children: ReactNode;
}

function SortHead({ by, order, onSort, children }: SortHeadProps) {
  const isSorted = order.by === by;
  const direction = order.isDescending ? 'descending' : 'ascending';
  return (
    <th scope="col" aria-sort={isSorted ? direction : undefined}>
      <button type="button" className="explore-table-sort" onClick={() => onSort(by)}>
        {children}
        <span aria-hidden="true">{isSorted ? (order.isDescending ? ' ▾' : ' ▴') : ''}</span>
      </button>
    </th>
  );
}

const KIND_TEXTS = { observed: 'observed', forecast: 'forecast', mixed: 'partly forecast' };

/** The columns of a slice at the times of the table. */
const sliceColumns = (slice: Slice, times: readonly number[]) => ({
  values: columnAt(slice, slice.values, times),
  errors: columnAt(slice, slice.errors, times),
  sources: columnAt(slice, slice.sources, times),
  analyzedTimes: columnAt(slice, slice.analyzedTimes, times),
});

/** Writes `vendor, Thu 12 Nov 2026, 06:00`; a dash if no run fits, or several do. */
const runText = (
  source: string | null | undefined,
  analyzedTime: number | null | undefined,
  zone: Zone,
): string =>
  source && analyzedTime != null ? `${source}, ${momentText(analyzedTime, zone)}` : '–';

/** Stands for rows out of sight. */
function Spacer({ rowCount }: { readonly rowCount: number }) {
  if (rowCount === 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row takes no focus
    <tr
      aria-hidden="true"
      className="explore-table-spacer"
      style={{ height: rowCount * ROW_HEIGHT }}
    />
  );
}
