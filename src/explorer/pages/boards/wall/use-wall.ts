// The state of a wallboard: it hides the rest of the page, and Escape or `f` leaves it.

import { useEffect, useRef, useSyncExternalStore } from 'react';
import { isTyping } from '#explorer/parts/is-typing.ts';
import { show } from '#explorer/state/navigation.ts';
import type { BoardsView } from '#view/address/address';

// A browser that refuses the full screen shows the wallboard in its window.
const refused = (): void => {};

export function enterWall(view: BoardsView): void {
  document.documentElement.requestFullscreen?.().catch(refused);
  show({ ...view, wall: true });
}

export function leaveWall(view: BoardsView): void {
  if (document.fullscreenElement) document.exitFullscreen().catch(refused);
  show({ ...view, wall: undefined }, { replace: true });
}

/** Follows the address, the keys and the full screen. `isOff` is true while the board is edited. */
export function useWall(view: BoardsView, isOff: boolean): void {
  const isWall = view.wall === true;
  const latest = useRef(view);
  useEffect(() => {
    latest.current = view;
  }, [view]);
  useEffect(() => {
    if (!isWall) return undefined;
    const { dataset } = document.documentElement;
    dataset.wall = 'on';
    return () => {
      delete dataset.wall;
    };
  }, [isWall]);
  useEffect(() => {
    if (isOff) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      const isLeft = isWall && (event.key === 'Escape' || event.key === 'f');
      if (!isLeft && event.key !== 'f') return;
      // The frame's own `f` would fill the screen with a chart.
      event.preventDefault();
      event.stopPropagation();
      if (isLeft) leaveWall(latest.current);
      else enterWall(latest.current);
    };
    const onFullScreen = (): void => {
      if (isWall && !document.fullscreenElement) leaveWall(latest.current);
    };
    window.addEventListener('keydown', onKey, { capture: true });
    document.addEventListener('fullscreenchange', onFullScreen);
    return () => {
      window.removeEventListener('keydown', onKey, { capture: true });
      document.removeEventListener('fullscreenchange', onFullScreen);
    };
  }, [isWall, isOff]);
}

function onResize(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}

/** The size of the window, in CSS pixels. */
export function useWindowSize(): { readonly width: number; readonly height: number } {
  const width = useSyncExternalStore(onResize, () => window.innerWidth);
  const height = useSyncExternalStore(onResize, () => window.innerHeight);
  return { width, height };
}
