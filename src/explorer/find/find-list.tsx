// The list of matches. Only the rows in sight are in the page, whatever the number of series.

import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import type { Zone } from '#core/time/zone';
import { FindRow } from '#explorer/find/find-row.tsx';
import type { SeriesEntry } from '#explorer/find/search/series-entry.ts';
import type { FoundSeries } from '#explorer/find/use-series-search.ts';
import { type ListView, scrollTopToShow, windowOf } from '#explorer/parts/windowed-rows.ts';
import '#explorer/find/find-list.css';
import { areaText } from '#view/values/area-text';

export const LIST_ID = 'find-list';
export const rowId = (position: number): string => `find-row-${position}`;

interface FindListProps {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly found: FoundSeries;
  readonly active: number;
  readonly zone: Zone;
  readonly planName: string | undefined;
  readonly pins: readonly string[];
  readonly onChoose: (entry: SeriesEntry, toCompare: boolean) => void;
  readonly onPin: (code: string) => void;
}

/** The part of the list that is in sight, read from the page. */
export function viewOf(scroller: HTMLElement, rowCount: number): ListView {
  const { clientHeight, scrollTop } = scroller;
  return { rowCount, rowHeight: rowHeight(), viewHeight: clientHeight, scrollTop };
}

/** Phones show the description on a line of its own. */
const narrow = window.matchMedia('(max-width: 640px)');
const rowHeight = (): number => (narrow.matches ? 74 : 52);

export function FindList({ scroller, found, active, pins, ...rest }: FindListProps) {
  const { entries, marks } = found;
  const view = useListView(scroller, entries.length);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element) element.scrollTop = scrollTopToShow(active, viewOf(element, entries.length));
  }, [scroller, active, entries]);

  const { start, end } = windowOf(view);
  const shown = Array.from({ length: end - start }, (_, i) => start + i);
  // The active row stays in the page wherever a person scrolls: the text field points to it.
  if (active < entries.length && (active < start || active >= end)) shown.push(active);
  return (
    <div ref={scroller} className="find-list" id={LIST_ID} role="listbox" aria-label="Series">
      <div
        role="presentation"
        className="find-rows"
        style={{ height: entries.length * view.rowHeight }}
      >
        {shown.map((position) => (
          <FindRow
            key={entries[position]!.code}
            id={rowId(position)}
            entry={entries[position]!}
            words={marks}
            group={groupAt(found, position)}
            position={position}
            rowCount={entries.length}
            top={position * view.rowHeight}
            height={view.rowHeight}
            isActive={position === active}
            isRecent={position >= found.pinnedCount && position < found.firstCount}
            isPinned={pins.includes(entries[position]!.code)}
            {...rest}
          />
        ))}
      </div>
    </div>
  );
}

/** The name of the area that begins at a row; undefined within a group, and for pinned and recent series. */
function groupAt({ entries, firstCount }: FoundSeries, position: number): string | undefined {
  if (position < firstCount) return undefined;
  const { area } = entries[position]!;
  const isStart = position === firstCount || entries[position - 1]!.area !== area;
  return isStart && area !== '' ? areaText(area) : undefined;
}

function useListView(scroller: RefObject<HTMLDivElement | null>, rowCount: number): ListView {
  const [seen, setSeen] = useState({ viewHeight: 600, scrollTop: 0, rowHeight: rowHeight() });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const look = (): void => setSeen(viewOf(element, 0));
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller]);
  return { ...seen, rowCount };
}
