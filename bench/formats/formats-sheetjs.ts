// SheetJS in a new process: the rows of an Excel file into an array of objects, and no store. Only after
// "npm install --no-save xlsx".

import { createRequire } from 'node:module';
import { answerCalls } from '../../harness/processes.ts';
import { type Loaded, peakMemoryMb, timed } from '../import-contender.ts';
import type { FormatFile } from './formats-files.ts';

interface SheetLibrary {
  readFile(path: string, options: object): { SheetNames: string[]; Sheets: Record<string, object> };
  readonly utils: { sheet_to_json(sheet: object): { value: number }[] };
}

async function load({ path }: FormatFile): Promise<Loaded | undefined> {
  const library = findLibrary();
  if (!library) return undefined;
  let rows: { value: number }[] = [];
  const times = await timed(async () => {
    const book = library.readFile(path, { dense: true, cellDates: true });
    rows = library.utils.sheet_to_json(book.Sheets[book.SheetNames[0]!]!);
  });
  const peakMb = await peakMemoryMb();
  const sum = rows.reduce((total, { value }) => total + value, 0);
  return { ...times, peakMb, rows: rows.length, sum };
}

function findLibrary(): SheetLibrary | undefined {
  try {
    return createRequire(import.meta.url)('xlsx') as SheetLibrary;
  } catch {
    return undefined;
  }
}

answerCalls({ load });
