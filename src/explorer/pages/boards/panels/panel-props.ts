// What the content of every panel is given.

import type { PanelView } from '#explorer/pages/boards/parts/panel-view.ts';

export interface PanelProps<V extends PanelView = PanelView> {
  readonly view: V;
  /** The main part of the view, or its figures. */
  readonly part: 'view' | 'figures';
  /** Is told what the view shows, for a panel without a title. Must stay the same function. */
  readonly onName: (name: string) => void;
}
