// The keywords with what each comes to now, filtered by what is typed.

import { DAY_KEYWORDS, SERIES_KEYWORDS } from '#core/time/keywords';
import { RovingButtons } from '#explorer/parts/dates/roving-buttons.tsx';
import { findKeywords } from '#explorer/series/find-keywords.ts';
import { type MomentContext, readMoment } from '#view/values/read-moment';
import { formatDays } from '#view/values/time-text';

interface KeywordListProps {
  /** What is typed; empty shows all. */
  readonly typed: string;
  readonly context: MomentContext;
  readonly onChoose: (keyword: string) => void;
}

const KEYWORDS = [...DAY_KEYWORDS, ...SERIES_KEYWORDS];

export function KeywordList({ typed, context, onChoose }: KeywordListProps) {
  const found = findKeywords(typed, KEYWORDS);
  const isDate = /^\s*\d/.test(typed);
  if (isDate) return null;
  if (found.length === 0) {
    return <p className="small dim date-keywords-none">No keyword begins like this.</p>;
  }
  return (
    <RovingButtons
      label="Keywords"
      className="date-keywords"
      buttons={found.map(({ name }) => ({
        id: name,
        content: (
          <>
            <code>{name}</code> <span>{meaningOf(name, context)}</span>
          </>
        ),
      }))}
      onChoose={onChoose}
    />
  );
}

/** The days that a keyword names now: `Mon 9 – Sun 15 Nov 2026`. */
function meaningOf(name: string, context: MomentContext): string {
  const { span, note } = readMoment(name, 'from', context);
  const isWholeDays = DAY_KEYWORDS.some((keyword) => keyword.name === name);
  return span && isWholeDays ? formatDays(span, context.market) : note;
}
