// One stream for all tabs of a browser: the tab that has the lock holds it, and tells the others what it reads.
// A tab that is hidden or paused takes no part, so the lock goes to one in sight.

import type { Feed, LogPart } from '#explorer/live/feed.ts';
import { keepStream, pause, type StreamParts } from '#explorer/live/keep-stream.ts';

/** What tabs tell each other. */
interface Told {
  /** A tab has come, and wants to know the end of the log. */
  readonly isNew?: true;
  readonly part?: LogPart;
  readonly isOpen?: boolean;
}

/** A tab that signs out passes the lock on: the others hear of the sign-out within this time. */
const HAND_OVER_MS = 300;

export interface SharedStream {
  /** Ends the own stream. The lock is kept until `stop`, so that no other tab opens one. */
  endStream(): void;
  stop(): void;
}

/** Follows the log, by the own stream or by that of another tab. Tabs with the same `name` share one stream. */
export function shareStream(
  name: string,
  feed: Feed,
  onOpen: (isOpen: boolean) => void,
): SharedStream {
  const stopping = new AbortController();
  const ending = new AbortController();
  const { signal } = stopping;
  const streaming = AbortSignal.any([signal, ending.signal]);
  const endStream = (): void => ending.abort();
  // Without locks, as on a page without HTTPS, each tab has a stream of its own.
  if (!('locks' in navigator) || !('BroadcastChannel' in window)) {
    void keepStream({ feed, onOpen, onPart: () => {} }, streaming);
    return { endStream, stop: () => stopping.abort() };
  }
  const channel = new BroadcastChannel(name);
  const tell = (told: Told): void => {
    if (!signal.aborted) channel.postMessage(told);
  };
  let isHolder = false;
  let isOpen = false;
  const parts: StreamParts = {
    feed,
    onPart: (part) => tell({ part, isOpen }),
    onOpen: (next) => {
      isOpen = next;
      onOpen(next);
      tell({ isOpen });
    },
  };
  channel.onmessage = ({ data: told }: MessageEvent<Told>) => {
    if (isHolder) {
      if (told.isNew && feed.part) tell({ part: feed.part, isOpen });
      return;
    }
    if (told.part) feed.take(told.part);
    if (told.isOpen !== undefined) onOpen(told.isOpen);
  };
  tell({ isNew: true });
  navigator.locks
    .request(name, { signal }, async () => {
      isHolder = true;
      await pause(HAND_OVER_MS, streaming);
      await keepStream(parts, streaming);
      if (!signal.aborted)
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
    })
    // A tab that stops while it waits for the lock.
    .catch(() => {});
  const stop = (): void => {
    stopping.abort();
    channel.close();
  };
  return { endStream, stop };
}
