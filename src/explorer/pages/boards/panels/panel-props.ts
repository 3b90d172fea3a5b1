// What the content of every panel is given.

import type { PanelView } from '#view/address/panel-view';

export interface PanelProps<V extends PanelView = PanelView> {
  readonly view: V;
  /** The main part of the view, or its figures. */
  readonly part: 'view' | 'figures';
  /** Is told what the view shows, for a panel without a title. Must stay the same function. */
  readonly onName: (name: string) => void;
}
