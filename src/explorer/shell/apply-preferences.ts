// What the reader has chosen takes effect before the first page is drawn, and again after each change.

import {
  followOtherTabs,
  onPreferences,
  type Preferences,
  readPreferences,
} from '#explorer/state/preferences.ts';
import { applyTheme } from '#explorer/state/theme.ts';
import { COMMA_POINT, type NumberMarks, setNumberMarks } from '#view/axes/number-text';

/** Thousands are kept together by spaces that do not break. */
const MARKS: Readonly<Record<Preferences['numbers'], NumberMarks>> = {
  'comma-point': COMMA_POINT,
  'space-comma': { thousands: '\u202f', decimal: ',' },
  'point-comma': { thousands: '.', decimal: ',' },
};

function apply(): void {
  applyTheme();
  setNumberMarks(MARKS[readPreferences().numbers]);
}

export function followPreferences(): void {
  apply();
  // The first to listen: what is drawn next is drawn with the new choice.
  onPreferences(apply);
  followOtherTabs();
}
