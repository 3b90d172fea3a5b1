// One stream for all tabs of a browser: the tab that has the lock holds it, and tells the others what it reads.
// A tab that is hidden or paused takes no part, so the lock goes to one in sight.

import type { Feed, LogPart } from '#explorer/live/feed.ts';
import { type Held, holdStream } from '#explorer/live/hold-stream.ts';

/** What tabs tell each other. */
interface Told {
  /** A tab has come, and wants to know the end of the log. */
  readonly isNew?: true;
  readonly part?: LogPart;
  readonly isOpen?: boolean;
}

/**
 * Follows the log, by the own stream or by that of another tab, until the returned function is called. Tabs with
 * the same `name` share one stream.
 */
export function shareStream(
  name: string,
  feed: Feed,
  onOpen: (isOpen: boolean) => void,
): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  // Without locks, as on a page without HTTPS, each tab has a stream of its own.
  if (!('locks' in navigator) || !('BroadcastChannel' in window)) {
    void holdStream({ feed, onOpen, onPart: () => {} }, signal);
    return () => stopping.abort();
  }
  const channel = new BroadcastChannel(name);
  const tell = (told: Told): void => {
    if (!signal.aborted) channel.postMessage(told);
  };
  let isHolder = false;
  let isOpen = false;
  const held: Held = {
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
    .request(name, { signal }, () => {
      isHolder = true;
      return holdStream(held, signal);
    })
    // A tab that stops while it waits for the lock.
    .catch(() => {});
  return () => {
    stopping.abort();
    channel.close();
  };
}
