// The decimal sign that the reader's spreadsheet expects in text.

import { decimalSignOf } from '#explorer/series/tab-text.ts';
import { readPreferences } from '#explorer/state/preferences.ts';

/** A reader who wants decimal commas in CSV files wants them here, too. */
export const spreadsheetSign = (): string =>
  readPreferences().csv === 'semicolon' ? ',' : decimalSignOf(navigator.language);
