// How panels are drawn on the board: their charts' size, and when they ask again.

export interface PanelContext {
  /** Rises when every panel is to ask again. */
  readonly round: number;
  /** CSS pixels. */
  readonly chartHeight: number;
  readonly chartZoom: number;
  /** Whether panels out of sight are loaded too. */
  readonly isAllLoaded: boolean;
}
