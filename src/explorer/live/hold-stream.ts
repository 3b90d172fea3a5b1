// The one stream of a browser: it is opened behind the cursor of the feed, and again after it broke.

import type { EventRecord, EventsAnswer } from '#contract/changes';
import { type Feed, type LogPart, MOST_RECENT } from '#explorer/live/feed.ts';
import { client, dropRefusedSession } from '#explorer/state/session.ts';

/** Values that are held for review are not on these pages. */
const KINDS = 'series,values,run';
/** Events that come this close together are told together. */
const GATHER_MS = 50;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

export interface Held {
  readonly feed: Feed;
  /** Is called with what was read, after the feed has taken it. */
  onPart(part: LogPart): void;
  /** Is told whether the stream is open. */
  onOpen(isOpen: boolean): void;
}

/** Follows the log until `signal` is aborted. Why a stream broke, the next catching up finds out. */
export async function holdStream(held: Held, signal: AbortSignal): Promise<void> {
  const read = (after: number | undefined): Promise<EventsAnswer> =>
    client.transport.json('GET', '/api/v1/changes', {
      query: { after, kind: KINDS, limit: MOST_RECENT },
      signal,
    });
  for (let failures = 0; !signal.aborted; ) {
    try {
      await held.feed.catchUp(read);
      held.onPart(held.feed.part!);
      await followStream(held, signal, () => {
        failures = 0;
      });
    } catch (error) {
      if (!signal.aborted) dropRefusedSession(error as Error);
    }
    held.onOpen(false);
    await pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures++), signal);
  }
}

/** Resolves when the stream breaks or `signal` is aborted. */
function followStream(
  { feed, onPart, onOpen }: Held,
  signal: AbortSignal,
  onAnswer: () => void,
): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const query = { after: feed.part!.end, kind: KINDS };
    const stream = new EventSource(client.transport.addressOf('/api/v1/changes/stream', query));
    let gathered: EventRecord[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = (): void => {
      timer = undefined;
      const part = { start: feed.part!.end, end: Number(gathered.at(-1)!.id), events: gathered };
      gathered = [];
      feed.take(part);
      onPart(part);
    };
    const end = (): void => {
      stream.close();
      signal.removeEventListener('abort', end);
      clearTimeout(timer);
      // What was not told is read again behind the cursor.
      resolve();
    };
    stream.onopen = () => {
      onAnswer();
      onOpen(true);
    };
    stream.onmessage = ({ data }: MessageEvent<string>) => {
      gathered.push(JSON.parse(data) as EventRecord);
      timer ??= setTimeout(tell, GATHER_MS);
    };
    stream.onerror = end;
    signal.addEventListener('abort', end);
    return undefined;
  });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
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
