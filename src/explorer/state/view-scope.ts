// What a view is drawn in: a page of its own, or a panel of a board.

import { createContext, useContext } from 'react';
import type { EventRecord } from '#contract/changes';
import { show } from '#explorer/state/navigation.ts';

export interface ViewScope {
  /** Shows a changed view on the same page, or in the same panel. */
  readonly show: typeof show;
  /** Rises when everything is to be requested again. */
  readonly round: number;
  /** The changes that are the reason for the round; left out if there is another reason. */
  readonly news?: readonly EventRecord[] | undefined;
  /** The height of a chart in CSS pixels; left out, the window decides. */
  readonly chartHeight?: number | undefined;
  /** The role of tables that scroll: a panel has no landmarks of its own. */
  readonly tableRole?: 'group' | undefined;
  /** How much larger charts are drawn than on a desk. */
  readonly chartZoom?: number | undefined;
}

const Scope = createContext<ViewScope>({ show, round: 0 });

export const ViewScopeProvider = Scope.Provider;

export const useViewScope = (): ViewScope => useContext(Scope);
