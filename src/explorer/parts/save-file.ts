// Hands a file made in the page to the browser's downloads.

import { withSemicolons } from '#explorer/series/csv-dialect.ts';
import { readPreferences } from '#explorer/state/preferences.ts';

/** The time that the browser has to read the file. */
const KEPT_MS = 60_000;

/** Saves a file. A CSV file is written as the reader's spreadsheet expects it. */
export async function saveFile(content: Blob, fileName: string): Promise<void> {
  const isCsv = fileName.endsWith('.csv');
  const isTurned = isCsv && readPreferences().csv === 'semicolon';
  const file = isTurned ? new Blob([withSemicolons(await content.text())], content) : content;
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
