// Find: type a code or words, move with the arrows, open with Enter. The text field keeps the focus
// throughout and names the active row (the combobox pattern).

import {
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { AreaChips } from '#explorer/find/area-chips.tsx';
import { compareFrom, exploreFrom } from '#explorer/find/choose-series.ts';
import { FindFoot } from '#explorer/find/find-foot.tsx';
import { FindList, LIST_ID, rowId, viewOf } from '#explorer/find/find-list.tsx';
import { keepRecent, readRecent } from '#explorer/find/recent-choices.ts';
import type { SeriesEntry } from '#explorer/find/search/series-entry.ts';
import { loadSeriesIndex, useSeriesIndex } from '#explorer/find/search/series-index.ts';
import { typedAreas, withArea } from '#explorer/find/search/series-query.ts';
import { bestMatch, useSeriesSearch } from '#explorer/find/use-series-search.ts';
import { Problem } from '#explorer/parts/problem.tsx';
import { rowAfterKey } from '#explorer/parts/windowed-rows.ts';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { takeTypedAhead } from '#explorer/state/find-opening.ts';
import { show, useView } from '#explorer/state/navigation.ts';
import { client, useSession } from '#explorer/state/session.ts';
import { useRequest } from '#explorer/state/use-request.ts';
import '#explorer/find/find.css';

export function FindDialog({ onClose }: { readonly onClose: () => void }) {
  const about = useAbout();
  const zone = marketZoneOf(about);
  const view = useView();
  const token = useSession()?.token ?? '';
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const [refusal, setRefusal] = useState('');
  const recent = useMemo(readRecent, []);
  const index = useSeriesIndex();
  const found = useSeriesSearch(typed, index, recent);
  const hasLocked = useMemo(
    () => found.entries.some(({ isSubscribed }) => !isSubscribed),
    [found.entries],
  );
  const account = useRequest(hasLocked ? `account ${token}` : undefined, (signal) =>
    client.account({ signal }),
  );
  const dialog = useModal();
  const field = useRef<HTMLInputElement>(null);
  const scroller = useRef<HTMLDivElement>(null);

  // The dialog is open and its field has the focus: it takes over what was typed before.
  useEffect(() => {
    const ahead = takeTypedAhead();
    if (ahead !== '') setTyped((typed) => ahead + typed);
  }, []);

  const load = useCallback(() => loadSeriesIndex(token, Date.now()), [token]);
  useEffect(load, [load]);

  const type = (text: string): void => {
    setTyped(text);
    setActive(0);
    setRefusal('');
  };
  const choose = (entry: SeriesEntry | undefined, toCompare: boolean): void => {
    if (!entry) return;
    const target = toCompare ? compareFrom(view, entry.code) : exploreFrom(view, entry.code);
    if (!target) {
      setRefusal('Compare is full: remove a series from it first.');
      return;
    }
    keepRecent(entry.code);
    dialog.current?.close();
    show(target);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const isPlain = !event.shiftKey && !event.altKey;
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
    setActive(next);
  };
  // A click on the backdrop is a click on the dialog itself.
  const onClick = (event: MouseEvent): void => {
    if (event.target === dialog.current) dialog.current.close();
  };
  const hasRows = found.entries.length > 0;

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a dialog on Escape
    <dialog
      ref={dialog}
      className="find"
      aria-label="Find a series"
      onClose={onClose}
      onClick={onClick}
    >
      <div className="find-head">
        <SearchSign />
        <input
          ref={field}
          className="find-field"
          type="text"
          role="combobox"
          aria-label="Code or words"
          aria-expanded={hasRows}
          aria-controls={hasRows ? LIST_ID : undefined}
          aria-autocomplete="list"
          aria-activedescendant={hasRows ? rowId(active) : undefined}
          aria-describedby="find-hint"
          placeholder="Code or words, such as: de price"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <button type="button" className="button quiet" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
      <AreaChips
        index={index}
        chosen={typedAreas(typed)}
        onChoose={(area) => {
          type(withArea(typed, area));
          field.current?.focus();
        }}
      />
      {index.error && <Problem error={index.error} onRetry={load} />}
      {hasRows ? (
        <FindList
          scroller={scroller}
          found={found}
          active={active}
          zone={zone}
          planName={account.data?.plan.name}
          onChoose={choose}
        />
      ) : (
        <p className="find-none">{noneText(typed, index.isComplete)}</p>
      )}
      <FindFoot found={found} index={index} total={about.seriesCount} refusal={refusal} />
    </dialog>
  );
}

function noneText(typed: string, isComplete: boolean): string {
  if (!isComplete) return 'Fetching the list of series…';
  return typed.trim() === ''
    ? 'No series is stored yet.'
    : 'No series matches. Try fewer or shorter words, or remove a filter.';
}

/** A dialog that is open, above everything, as long as it exists. */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current!;
    if (!element.open) element.showModal();
  }, []);
  return dialog;
}

const SearchSign = () => (
  <svg className="find-sign" viewBox="0 0 16 16" aria-hidden="true">
    <circle cx="7" cy="7" r="4.6" fill="none" stroke="currentColor" strokeWidth="1.6" />
    <path d="M10.5 10.5 14 14" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
  </svg>
);
