// In the header: when the page was last up to date, and the switch that pauses it.

import { useCallback, useEffect } from 'react';
import { useNewsText } from '#explorer/live/news-text.ts';
import { useLive } from '#explorer/live/use-live.ts';
import { clockText, clockTextWithSeconds } from '#explorer/parts/clock-text.ts';
import { isTyping } from '#explorer/parts/is-typing.ts';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { useView } from '#explorer/state/navigation.ts';
import { readPreferences, setPreference, usePreferences } from '#explorer/state/preferences.ts';
import { serverNow } from '#explorer/state/server-now.ts';
import { useSession } from '#explorer/state/session.ts';
import '#explorer/live/live.css';

const toggle = (): void =>
  setPreference('live', readPreferences().live === 'paused' ? 'on' : 'paused');

const HINTS = {
  on: 'New values come in by themselves; p pauses that.',
  paused: 'Paused; p goes on.',
};

export function LiveSwitch() {
  const about = useAbout();
  const isPaused = usePreferences().live === 'paused';
  const clock = useCallback(() => clockText(serverNow(about), marketZoneOf(about)), [about]);
  const [said, say] = useNewsText(clock);
  const { isOpen, updatedAt } = useLive(about, isPaused, say);
  const view = useView();
  const isSignedIn = useSession() !== undefined;
  useToggleKey(isSignedIn);
  const time = clockTextWithSeconds(updatedAt, marketZoneOf(about));
  // A wallboard says itself when it was read.
  if (!isSignedIn || (view.page === 'boards' && view.wall)) return null;
  return (
    <>
      <button
        type="button"
        className="live-switch"
        role="switch"
        aria-checked={!isPaused}
        data-open={isOpen}
        title={`Updated ${time}. ${HINTS[isPaused ? 'paused' : 'on']}`}
        onClick={toggle}
      >
        <span className="hidden-text">Live, </span>
        <span className="live-word">{isPaused ? 'paused' : 'updated'} </span>
        <time className="figure">{time}</time>
      </button>
      <span className="hidden-text" aria-live="polite">
        {said}
      </span>
    </>
  );
}

function useToggleKey(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'p' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event)) return;
      event.preventDefault();
      toggle();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isOn]);
}
