// Find: type a code or words, move with the arrows, open with Enter.

import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { AreaChips } from '#explorer/find/area-chips.tsx';
import { compareFrom, exploreFrom } from '#explorer/find/choose-series.ts';
import { FindFoot } from '#explorer/find/find-foot.tsx';
import { FindHead } from '#explorer/find/find-head.tsx';
import { FindList, viewOf } from '#explorer/find/find-list.tsx';
import { FindPreview } from '#explorer/find/find-preview.tsx';
import type { SeriesEntry } from '#explorer/find/search/series-entry.ts';
import { typedAreas, withArea } from '#explorer/find/search/series-query.ts';
import { type FindSearch, useFindSearch } from '#explorer/find/use-find-search.ts';
import { bestMatch } from '#explorer/find/use-series-search.ts';
import { Problem } from '#explorer/parts/problem.tsx';
import { closeOnBackdrop, useModal } from '#explorer/parts/use-modal.ts';
import { rowAfterKey } from '#explorer/parts/windowed-rows.ts';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { show, useView } from '#explorer/state/navigation.ts';
import { MOST_PINNED, togglePin } from '#explorer/state/pinned-series.ts';
import { keepRecent } from '#explorer/state/recent-series.ts';
import { useSession } from '#explorer/state/session.ts';
import '#explorer/find/find.css';

export function FindDialog({ onClose }: { readonly onClose: () => void }) {
  const about = useAbout();
  const dialog = useModal();
  const field = useRef<HTMLInputElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const search = useFindSearch();
  const { typed, active, index, found } = search;
  const close = (): void => dialog.current?.close();
  const { refusal, setRefusal, choose, pin } = useChoice(close);
  const hasRows = found.entries.length > 0;
  const activeEntry = found.entries[active];

  const type = (text: string): void => {
    search.type(text);
    setRefusal('');
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a dialog on Escape
    <dialog
      ref={dialog}
      className="find"
      aria-label="Find a series"
      onClose={onClose}
      onClick={closeOnBackdrop}
    >
      <FindHead
        field={field}
        typed={typed}
        active={hasRows ? active : undefined}
        onType={type}
        onKeyDown={keyHandler(search, scroller, { choose, pin })}
        onClose={close}
      />
      <AreaChips
        index={index}
        chosen={typedAreas(typed)}
        onChoose={(area) => {
          type(withArea(typed, area));
          field.current?.focus();
        }}
      />
      {index.error && <Problem error={index.error} onRetry={search.load} />}
      <Matches {...{ search, scroller, choose, pin }} />
      {activeEntry && (
        <FindPreview
          entry={activeEntry}
          isPinned={search.pins.includes(activeEntry.code)}
          onPin={pin}
        />
      )}
      <FindFoot found={found} index={index} total={about.seriesCount} refusal={refusal} />
    </dialog>
  );
}

type Choose = (entry: SeriesEntry | undefined, toCompare: boolean) => void;

interface Actions {
  readonly choose: Choose;
  readonly pin: (code: string) => void;
}

interface MatchesProps extends Actions {
  readonly search: FindSearch;
  readonly scroller: RefObject<HTMLDivElement | null>;
}

/** The rows that match, or why none is shown. */
function Matches({ search, scroller, choose, pin }: MatchesProps) {
  const zone = marketZoneOf(useAbout());
  const { typed, active, index, found, planName, pins } = search;
  if (found.entries.length > 0) {
    const given = { scroller, found, active, zone, planName, pins };
    return <FindList {...given} onChoose={choose} onPin={pin} />;
  }
  // A list that cannot be fetched is not being fetched.
  return !index.error && <p className="find-none">{noneText(typed, index.isComplete)}</p>;
}

/**
 * Handles the field's keys. Arrows move; Enter chooses the active row, or the best match of a text that
 * the list does not show yet. Shift+Enter pins the active row.
 */
function keyHandler(
  search: FindSearch,
  scroller: RefObject<HTMLDivElement | null>,
  { choose, pin }: Actions,
): (event: KeyboardEvent) => void {
  return (event: KeyboardEvent): void => {
    const { typed, active, index, found } = search;
    const isPlain = !event.shiftKey && !event.altKey;
    if (event.key === 'Enter' && event.shiftKey) {
      event.preventDefault();
      const entry = found.entries[active];
      if (entry) pin(entry.code);
      return;
    }
    if (event.key === 'Enter' && isPlain && !event.nativeEvent.isComposing) {
      event.preventDefault();
      const isCurrent = found.typed === typed;
      const entry = isCurrent ? found.entries[active] : bestMatch(typed, index.entries);
      choose(entry, event.ctrlKey || event.metaKey);
      return;
    }
    if (!isPlain || event.ctrlKey || event.metaKey || !scroller.current) return;
    const next = rowAfterKey(event.key, active, viewOf(scroller.current, found.entries.length));
    if (next === undefined) return;
    event.preventDefault();
    search.setActive(next);
  };
}

/** Opens a series in Explore or adds it to Compare; or says why that is refused. */
function useChoice(close: () => void) {
  const view = useView();
  const userName = useSession()?.userName ?? '';
  const [refusal, setRefusal] = useState('');
  const choose: Choose = (entry, toCompare) => {
    if (!entry) return;
    const target = toCompare ? compareFrom(view, entry.code) : exploreFrom(view, entry.code);
    if (!target) {
      setRefusal('Compare is full: remove a series from it first.');
      return;
    }
    keepRecent(entry.code);
    close();
    show(target);
  };
  const pin = (code: string): void => {
    const isDone = togglePin(userName, code);
    setRefusal(isDone ? '' : `At most ${MOST_PINNED} series can be pinned: unpin one first.`);
  };
  return { refusal, setRefusal, choose, pin };
}

function noneText(typed: string, isComplete: boolean): string {
  if (!isComplete) return 'Fetching the list of series…';
  return typed.trim() === ''
    ? 'No series is stored yet.'
    : 'No series matches. Try fewer or shorter words, or remove a filter.';
}
