// The views on the screen, each of which can be asked for again quietly. The live part of the page, which loads
// later, does so if a change concerns them.

import { type ReactNode, useEffect, useState } from 'react';
import type { EventRecord } from '#contract/changes';
import { useViewScope, type ViewScope, ViewScopeProvider } from '#explorer/state/view-scope.ts';
import type { View } from '#view/address/address';

/** Requests everything of a view again. `news` are the changes that are the reason. */
export type AskView = (news: readonly EventRecord[]) => void;

export const shownViews = new Map<AskView, View>();

/** The rounds of a view; its round rises with each change that concerns it. */
export function useLiveRound(view: View): Pick<ViewScope, 'round' | 'news'> {
  const [live, setLive] = useState<Pick<ViewScope, 'round' | 'news'>>({ round: 0 });
  useEffect(() => {
    const ask: AskView = (news) => setLive(({ round }) => ({ round: round + 1, news }));
    shownViews.set(ask, view);
    return () => void shownViews.delete(ask);
  }, [view]);
  return live;
}

interface LiveScopeProps {
  /** What the children show. It must stay the same object while they show the same. */
  readonly view: View;
  readonly children: ReactNode;
}

export const LiveScope = ({ view, children }: LiveScopeProps) => (
  <ViewScopeProvider value={{ ...useViewScope(), ...useLiveRound(view) }}>
    {children}
  </ViewScopeProvider>
);
