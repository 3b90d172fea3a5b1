// One match in Find: code, description, unit, resolution, area, and the day of its last value.

import { type CSSProperties, memo } from 'react';
import type { Zone } from '#core/time/zone';
import { markWords } from '#explorer/find/search/mark-words.ts';
import type { SeriesEntry } from '#explorer/find/search/series-entry.ts';
import { StarIcon } from '#explorer/parts/kept/pin-button.tsx';
import { LockIcon } from '#explorer/parts/lock-icon.tsx';
import { formatDay } from '#view/values/time-text';

interface FindRowProps {
  readonly id: string;
  readonly entry: SeriesEntry;
  readonly words: readonly string[];
  readonly zone: Zone;
  readonly planName: string | undefined;
  readonly position: number;
  readonly rowCount: number;
  readonly top: number;
  readonly height: number;
  readonly isActive: boolean;
  readonly isRecent: boolean;
  readonly isPinned: boolean;
  /** The name of the area whose rows begin here. */
  readonly group: string | undefined;
  readonly onChoose: (entry: SeriesEntry, toCompare: boolean) => void;
  readonly onPin: (code: string) => void;
}

export const FindRow = memo(function FindRow(props: FindRowProps) {
  const { entry, words, isActive } = props;
  const position: CSSProperties = { transform: `translateY(${props.top}px)`, height: props.height };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the text field, which names the active row
    // biome-ignore lint/a11y/useFocusableInteractive: the text field keeps the focus, as the pattern asks
    <div
      id={props.id}
      role="option"
      aria-selected={isActive}
      aria-posinset={props.position + 1}
      aria-setsize={props.rowCount}
      className={classOf(props)}
      style={position}
      onClick={(event) => props.onChoose(entry, event.ctrlKey || event.metaKey)}
    >
      <span className="find-code mono">
        <Marked text={entry.code} words={words} />
      </span>{' '}
      <span className="find-description">
        <Marked text={entry.description} words={words} />
      </span>{' '}
      <PinMark {...props} /> {props.group && <span className="find-group">{props.group}</span>}{' '}
      <span className="find-measure">
        {[entry.unit, entry.resolution, entry.area].filter(Boolean).join(' · ')}
      </span>{' '}
      <span className="find-reach">
        {entry.isSubscribed ? (
          reachOf(entry, props.zone)
        ) : (
          <>
            <LockIcon className="find-lock" /> outside your plan {props.planName}: ask the operator
          </>
        )}
        {props.isRecent && <span className="find-recent">recent</span>}
      </span>
    </div>
  );
});

const classOf = ({ entry, group }: FindRowProps): string =>
  `find-row${entry.isSubscribed ? '' : ' is-locked'}${group === undefined ? '' : ' is-group-start'}`;

/** A star for the mouse. Keys pin with Shift+Enter or by the button beneath the list. */
function PinMark({ entry, isPinned, onPin }: FindRowProps) {
  return (
    <span className="find-pin">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a row of a list may hold no button */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the text field */}
      <span
        className={isPinned ? 'is-pinned' : ''}
        title={isPinned ? 'Unpin' : 'Pin'}
        onClick={(event) => {
          event.stopPropagation();
          onPin(entry.code);
        }}
      >
        <StarIcon isFilled={isPinned} />
      </span>
      {isPinned && <span className="hidden-text">pinned</span>}
    </span>
  );
}

const reachOf = ({ endDate }: SeriesEntry, zone: Zone): string =>
  endDate === '' ? 'no values yet' : `last value ${formatDay(zone.dayOf(Date.parse(endDate)))}`;

function Marked({ text, words }: { text: string; words: readonly string[] }) {
  return markWords(text, words).map((part) =>
    part.isMatch ? <mark key={part.at}>{part.text}</mark> : part.text,
  );
}
