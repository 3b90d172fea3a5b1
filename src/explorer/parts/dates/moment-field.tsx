// A field for From or To: a keyword or a date. Its meaning or its fault is shown beneath during typing.
// Enter, or leaving the field, applies it. The focus opens what may be chosen; ArrowDown goes into it.

import { Suspense, useEffect, useId, useRef } from 'react';
import { useMomentDraft } from '#explorer/parts/dates/use-moment-draft.ts';
import { usePopover } from '#explorer/parts/dates/use-popover.ts';
import { lazyPart } from '#explorer/parts/lazy-part.ts';
import type { Ends } from '#explorer/series/step-range.ts';
import { type MomentContext, type MomentEdge, readMoment } from '#view/values/read-moment';
import '#explorer/parts/dates/moment-field.css';

const MomentSuggestions = lazyPart(() =>
  import('#explorer/parts/dates/moment-suggestions.tsx').then((part) => part.MomentSuggestions),
);

interface MomentFieldProps {
  readonly edge: MomentEdge;
  /** The applied texts. */
  readonly range: Ends;
  readonly context: MomentContext;
  /** A fault of the applied text that the field alone cannot find. */
  readonly fault?: string | undefined;
  readonly onApply: (text: string) => void;
  readonly onRange: (range: Ends) => void;
  /** Called with the fault of what is typed; undefined if it has none. */
  readonly onDraftFault?: (edge: MomentEdge, fault: string | undefined) => void;
}

const LABELS: Record<MomentEdge, string> = { from: 'From', to: 'To' };
const PLACEHOLDERS: Record<MomentEdge, string> = { from: 'first', to: 'newest' };

/** Attributes that keep the browser from completing or correcting a keyword. */
const PLAIN_TEXT = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

export function MomentField(props: MomentFieldProps) {
  const { edge, range, context, onApply, onRange, onDraftFault } = props;
  const id = useId();
  const value = range[edge];
  const input = useRef<HTMLInputElement>(null);
  const field = useMomentDraft(value, (text) => readMoment(text, edge, context), input, onApply);
  const { draft, reading, opening, pick } = field;
  const Popover = usePopover(opening.isOpen);
  const draftFault = reading.isValid ? undefined : reading.note;
  useEffect(() => onDraftFault?.(edge, draftFault), [edge, draftFault, onDraftFault]);
  const shownFault = draftFault ?? (draft === value ? props.fault : undefined);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the focus of the field within is watched
    <div className="field moment-field" onBlur={field.onBlur}>
      <label htmlFor={id}>{LABELS[edge]}</label>
      <input
        id={id}
        ref={input}
        className="mono"
        role="combobox"
        aria-haspopup="dialog"
        aria-expanded={opening.isOpen && Popover !== undefined}
        aria-controls={`${id}-choices`}
        value={draft}
        placeholder={PLACEHOLDERS[edge]}
        {...PLAIN_TEXT}
        aria-invalid={shownFault !== undefined}
        aria-describedby={`${id}-note`}
        onChange={field.onType}
        onKeyDown={field.onKeyDown}
        onFocus={opening.onFocus}
        onClick={opening.open}
      />
      <p className={shownFault === undefined ? 'note' : 'note bad'} id={`${id}-note`} role="status">
        {shownFault ?? reading.note}
      </p>
      {shownFault !== undefined && (
        <Suspense fallback={null}>
          <MomentSuggestions fault={shownFault} onPick={(text) => pick(() => onApply(text))} />
        </Suspense>
      )}
      {opening.isOpen && Popover && (
        <Popover
          id={`${id}-choices`}
          edge={edge}
          range={range}
          draft={draft}
          context={context}
          focusCount={opening.focusCount}
          isSheet={opening.isSheet}
          onType={field.setDraft}
          onPick={(text) => pick(() => text !== value && onApply(text))}
          onRange={(next) => pick(() => onRange(next))}
          onClose={opening.close}
        />
      )}
    </div>
  );
}
