// What processes that are killed leave to the next ones, in files: a kill does not undo what was written to a file.

import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WRITERS } from '../writing/written-store.ts';

const notesIn = (folder: string): string => join(folder, 'writer.notes');
const serversIn = (folder: string): string => join(folder, 'servers.json');

export interface Notes {
  /** The writes of each writer that were acknowledged. */
  readonly batches: readonly number[];
  readonly faults: readonly string[];
}

export const noteWrite = (folder: string, writer: number, batch: number): void =>
  appendFileSync(notesIn(folder), `${writer} ${batch}\n`);

export const noteFault = (folder: string, fault: string): void =>
  appendFileSync(notesIn(folder), `! ${fault.replaceAll('\n', ' ')}\n`);

export function readNotes(folder: string): Notes {
  const batches = new Array<number>(WRITERS).fill(0);
  const faults: string[] = [];
  const text = existsSync(notesIn(folder)) ? readFileSync(notesIn(folder), 'utf8') : '';
  for (const line of text.split('\n')) {
    const [writer, batch] = line.split(' ') as [string, string];
    if (writer === '!') faults.push(line.slice(2));
    else if (line !== '') batches[Number(writer)] = Number(batch) + 1;
  }
  return { batches, faults };
}

/** Notes the addresses of servers that are ready: whole or not at all, because the writer may read at any moment. */
export function noteServers(folder: string, urls: readonly string[]): void {
  writeFileSync(`${serversIn(folder)}.new`, JSON.stringify(urls));
  renameSync(`${serversIn(folder)}.new`, serversIn(folder));
}

export const readServers = (folder: string): string[] =>
  existsSync(serversIn(folder)) ? JSON.parse(readFileSync(serversIn(folder), 'utf8')) : [];
