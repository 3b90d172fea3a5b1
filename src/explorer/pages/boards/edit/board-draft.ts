// A board while it is edited: its changes one by one, so that the last can be undone. Pure.

import type { BoardShape, PanelShape } from '#contract/boards';

/** What an owner decides about a board. */
export type BoardContent = Pick<BoardShape, 'name' | 'shared' | 'panels'>;

/** A panel that keeps its name for React while it moves. */
export interface DraftPanel extends PanelShape {
  readonly key: number;
}

export interface Draft {
  readonly name: string;
  readonly shared: boolean;
  readonly panels: readonly DraftPanel[];
}

export interface DraftHistory {
  readonly draft: Draft;
  /** The drafts before each change, the newest last. */
  readonly past: readonly Draft[];
}

export const keyedPanels = (panels: readonly PanelShape[]): readonly DraftPanel[] =>
  panels.map((panel, key) => ({ ...panel, key }));

export const draftOf = ({ name, shared, panels }: BoardShape): DraftHistory => ({
  draft: { name, shared, panels: keyedPanels(panels) },
  past: [],
});

export const withDraft = ({ draft, past }: DraftHistory, next: Draft): DraftHistory => ({
  draft: next,
  past: [...past, draft],
});

/** The history without its last change. */
export function undone(history: DraftHistory): DraftHistory {
  const draft = history.past.at(-1);
  return draft ? { draft, past: history.past.slice(0, -1) } : history;
}

/** Moves a panel by some places; it stays at the first or last place. */
export function movePanel(draft: Draft, key: number, by: number): Draft {
  const at = placeOf(draft, key);
  const to = Math.min(Math.max(at + by, 0), draft.panels.length - 1);
  if (to === at) return draft;
  const panels = draft.panels.toSpliced(at, 1).toSpliced(to, 0, draft.panels[at]!);
  return { ...draft, panels };
}

export const changePanel = (draft: Draft, key: number, part: Partial<PanelShape>): Draft => ({
  ...draft,
  panels: draft.panels.map((panel) => (panel.key === key ? { ...panel, ...part } : panel)),
});

export const removePanel = (draft: Draft, key: number): Draft => ({
  ...draft,
  panels: draft.panels.filter((panel) => panel.key !== key),
});

/** The place of a panel, from 0. */
export const placeOf = ({ panels }: Draft, key: number): number =>
  panels.findIndex((panel) => panel.key === key);

/** What is sent to the server. */
export const bodyOf = ({ name, shared, panels }: Draft): BoardContent => ({
  name: name.trim(),
  shared,
  panels: panels.map(({ view, title, part, width }) => ({ view, title, part, width })),
});

export const isSame = (a: BoardContent, b: BoardContent): boolean =>
  JSON.stringify(ordered(a)) === JSON.stringify(ordered(b));

/** The fields in one order, whatever the order of the server's answer. */
const ordered = ({ name, shared, panels }: BoardContent) => [
  name,
  shared,
  ...panels.map(({ view, title, part, width }) => [view, title, part, width]),
];
