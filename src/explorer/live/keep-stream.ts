// The one stream of a browser: it is opened behind the cursor of the feed, and again after it broke.

import { openChangeStream, readChanges } from '#client/change-log';
import type { EventRecord, EventsAnswer } from '#contract/changes';
import { type Feed, type LogPart, MOST_RECENT } from '#explorer/live/feed.ts';
import { client, dropRefusedSession } from '#explorer/state/session.ts';

/** Values that are held for review are not on these pages. */
const KINDS = 'series,values,run';
/** Events that come this close together are told together. */
const GATHER_MS = 50;
/** More than these are not read one by one: the screen is read again, and the stream goes on from now. */
const MOST_GATHERED = 1_000;
/** A stream may break without a sign. It is opened again after this time, behind what was read. */
const LONGEST_MS = 300_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

export interface StreamParts {
  readonly feed: Feed;
  /** Is called with what was read, after the feed has taken it. */
  onPart(part: LogPart): void;
  /** Is told whether the stream is open. */
  onOpen(isOpen: boolean): void;
}

/** Follows the log until `signal` is aborted. Why a stream broke, the next catching up finds out. */
export async function keepStream(parts: StreamParts, signal: AbortSignal): Promise<void> {
  const read = (after: number | undefined): Promise<EventsAnswer> =>
    readChanges(client.transport, { after, kind: KINDS, limit: MOST_RECENT }, { signal });
  for (let failures = 0; !signal.aborted; ) {
    try {
      await parts.feed.catchUp(read);
      parts.onPart(parts.feed.part!);
      const isWhole = await followStream(parts, signal, () => {
        failures = 0;
      });
      if (isWhole) continue;
    } catch (error) {
      if (!signal.aborted) dropRefusedSession(error as Error);
    }
    parts.onOpen(false);
    await pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures++), signal);
  }
}

/** Resolves to false when the stream breaks or `signal` is aborted, and to true if it was ended here. */
function followStream(
  { feed, onPart, onOpen }: StreamParts,
  signal: AbortSignal,
  onAnswer: () => void,
): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(false);
    const query = { after: feed.part!.end, kind: KINDS };
    const stream = openChangeStream(client.transport, query);
    let gathered: EventRecord[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = (): void => {
      timer = undefined;
      const part = { start: feed.part!.end, end: Number(gathered.at(-1)!.id), events: gathered };
      gathered = [];
      feed.take(part);
      onPart(part);
    };
    const end = (isWhole: boolean): void => {
      stream.close();
      signal.removeEventListener('abort', onBreak);
      clearTimeout(timer);
      clearTimeout(age);
      // What was not told is read again behind the cursor.
      resolve(isWhole);
    };
    const onBreak = (): void => end(false);
    const age = setTimeout(() => end(true), LONGEST_MS);
    stream.onopen = () => {
      onAnswer();
      onOpen(true);
    };
    stream.onmessage = ({ data }: MessageEvent<string>) => {
      gathered.push(JSON.parse(data) as EventRecord);
      if (gathered.length > MOST_GATHERED) return end(true);
      timer ??= setTimeout(tell, GATHER_MS);
    };
    stream.onerror = onBreak;
    signal.addEventListener('abort', onBreak);
    return undefined;
  });
}

export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}
