// Follows the log of changes while the page is in sight, a user is signed in, and nothing is paused.

import { useEffect, useMemo, useRef, useState } from 'react';
import type { AboutAnswer } from '#contract/about';
import type { EventRecord } from '#contract/changes';
import type { Instant } from '#core/time/instant';
import { AskAgain } from '#explorer/live/ask-again.ts';
import { Feed } from '#explorer/live/feed.ts';
import { watchHands } from '#explorer/live/hands-on.ts';
import { type SharedStream, shareStream } from '#explorer/live/share-stream.ts';
import { marketZoneOf } from '#explorer/state/about.ts';
import { useIsDown } from '#explorer/state/connection.ts';
import { useIsVisible } from '#explorer/state/is-visible.ts';
import { useIsLoading } from '#explorer/state/loading.ts';
import { serverNow, useServerNow } from '#explorer/state/server-now.ts';
import { useSession } from '#explorer/state/session.ts';

interface LiveState {
  /** Whether changes are told at once. */
  readonly isOpen: boolean;
  /** When the page last had all answers. */
  readonly updatedAt: Instant;
}

/** `onAsked` is given the changes for which views were asked again. It must stay the same function. */
export function useLive(
  about: AboutAnswer,
  isPaused: boolean,
  onAsked: (news: readonly EventRecord[]) => void,
): LiveState {
  const session = useSession();
  const sessionId = session?.id;
  const isEnding = session?.isEnding === true;
  const isVisible = useIsVisible();
  const isDown = useIsDown();
  const isLoading = useIsLoading();
  const [isOpen, setOpen] = useState(false);
  const sharing = useRef<SharedStream>(undefined);
  const [updatedAt, setUpdatedAt] = useState(() => serverNow(about));
  const again = useMemo(() => new AskAgain(onAsked), [onAsked]);
  // Another user's feed begins again: the plan may be another one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the session decides
  const feed = useMemo(() => new Feed(Date.parse(about.now), again), [again, sessionId]);
  useEffect(watchHands, []);
  useEffect(() => {
    again.isLoading = isLoading;
    if (!isLoading) setUpdatedAt(serverNow(about));
  }, [again, isLoading, about]);

  const isWanted = isVisible && !isDown && !isPaused && sessionId !== undefined;
  useEffect(() => {
    if (!isWanted) return undefined;
    again.start();
    const shared = shareStream(`gridtide-live ${sessionId}`, feed, setOpen);
    sharing.current = shared;
    return () => {
      shared.stop();
      again.stop();
      setOpen(false);
    };
  }, [isWanted, sessionId, feed, again]);
  useEffect(() => {
    if (isEnding) sharing.current?.endStream();
  }, [isEnding]);
  useNewDays(about, isWanted, again);
  return { isOpen, updatedAt };
}

/** Words such as `today` mean another day after midnight. */
function useNewDays(about: AboutAnswer, isWanted: boolean, again: AskAgain): void {
  const day = marketZoneOf(about).dayOf(useServerNow(about));
  const [shownDay, setShownDay] = useState(day);
  useEffect(() => {
    if (!isWanted || day === shownDay) return;
    setShownDay(day);
    again.onGap();
  }, [isWanted, day, shownDay, again]);
}
