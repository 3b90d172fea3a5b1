// What From and To may be, to choose from: a calendar, spans that people name, and the keywords.

import { Calendar } from '#explorer/parts/dates/calendar.tsx';
import { KeywordList } from '#explorer/parts/dates/keyword-list.tsx';
import { RovingButtons } from '#explorer/parts/dates/roving-buttons.tsx';
import { datePresets } from '#explorer/series/date-presets.ts';
import { type Ends, isoDay, spanOfEnds, writeDays } from '#explorer/series/step-range.ts';
import { type MomentContext, type MomentEdge, readMoment } from '#view/values/read-moment';
import '#explorer/parts/dates/moment-choices.css';

export interface MomentChoicesProps {
  readonly edge: MomentEdge;
  /** The applied From and To. */
  readonly range: Ends;
  /** What is typed and not applied yet; empty if nothing is. */
  readonly typed: string;
  readonly context: MomentContext;
  readonly focusCount: number;
  /** Applies a text to this field. */
  readonly onPick: (text: string) => void;
  /** Applies From and To. */
  readonly onRange: (range: Ends) => void;
}

export function MomentChoices(props: MomentChoicesProps) {
  const { edge, range, typed, context, focusCount, onPick, onRange } = props;
  const { market, now } = context;
  const today = market.dayOf(now);
  const span = spanOfEnds(range, context);
  const chosen = span && { start: market.dayOf(span.start), end: market.dayOf(span.end - 1) + 1 };
  const presets = datePresets(today);
  const chooseDay = (day: number): void => {
    // A day beyond the other end moves that end too: the span is this day.
    const isBeyond = chosen && (edge === 'from' ? day >= chosen.end : day < chosen.start);
    if (isBeyond) onRange({ from: isoDay(day), to: isoDay(day) });
    else onPick(isoDay(day));
  };
  return (
    <div className="moment-choices">
      <Calendar
        market={market}
        today={today}
        opensAt={dayOf(edge, typed === '' ? range[edge] : typed, context) ?? today}
        chosen={chosen}
        focusCount={focusCount}
        onChooseDay={chooseDay}
        onChooseWeek={({ days }) => onRange(writeDays({ start: days[0]!, end: days[6]! + 1 }))}
      />
      <div className="moment-words">
        <RovingButtons
          label="Usual spans"
          className="date-presets"
          buttons={presets.map(({ name, from, to }) => ({
            id: name,
            content: name,
            isPressed: from === range.from && to === range.to,
          }))}
          onChoose={(name) => {
            const { from, to } = presets.find((preset) => preset.name === name)!;
            onRange({ from, to });
          }}
        />
        <KeywordList typed={typed} context={context} onChoose={onPick} />
      </div>
    </div>
  );
}

/** The day that a text means in From or To; undefined if it cannot be read. */
function dayOf(edge: MomentEdge, text: string, context: MomentContext): number | undefined {
  const { span } = readMoment(text, edge, context);
  return span && context.market.dayOf(edge === 'from' ? span.start : span.end - 1);
}
