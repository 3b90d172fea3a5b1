// The panels of a board in their grid.

import { type CSSProperties, useLayoutEffect, useRef } from 'react';
import type { PanelContext } from '#explorer/pages/boards/board/panel-context.ts';
import { PanelFrame } from '#explorer/pages/boards/board/panel-frame.tsx';
import type { DraftPanel } from '#explorer/pages/boards/edit/board-draft.ts';
import { PanelTools } from '#explorer/pages/boards/edit/panel-tools.tsx';
import type { Editing } from '#explorer/pages/boards/edit/use-editing.ts';
import type { PanelReport } from '#explorer/pages/boards/panels/panel-report.ts';

interface PanelGridProps {
  readonly panels: readonly DraftPanel[];
  readonly context: PanelContext;
  /** Columns and heights of a wallboard. */
  readonly style?: CSSProperties | undefined;
  readonly editing: Editing | undefined;
  readonly onReport: (key: number, report: PanelReport | undefined) => void;
}

export function PanelGrid({ panels, context, style, editing, onReport }: PanelGridProps) {
  const { keepFocus, passFocus } = useKeptFocus(panels);
  return (
    <div className="board-grid" style={style}>
      {panels.map((panel) => (
        <PanelFrame
          key={`${panel.key} ${panel.view}`}
          panel={panel}
          context={context}
          onReport={onReport}
          {...(editing && {
            tools: (title) => (
              <PanelTools
                panel={panel}
                title={title}
                editing={{
                  ...editing,
                  move: keepFocus(editing.move),
                  remove: passFocus(editing.remove),
                }}
              />
            ),
            onMove: (by) => keepFocus(editing.move)(panel.key, by),
          })}
        />
      ))}
    </div>
  );
}

/**
 * Gives the focus back to the element that had it: the browser takes it from an element that moves. A panel that
 * is removed passes it to the next one.
 */
function useKeptFocus(panels: readonly DraftPanel[]) {
  const focused = useRef<Element | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each change of the order
  useLayoutEffect(() => {
    if (focused.current instanceof HTMLElement) {
      focused.current.focus();
      focused.current.scrollIntoView({ block: 'nearest' });
    }
    focused.current = null;
  }, [panels]);
  const focusAfter =
    (find: () => Element | null | undefined) =>
    <Given extends unknown[]>(change: (...given: Given) => void) =>
    (...given: Given): void => {
      focused.current = find() ?? null;
      change(...given);
    };
  return {
    keepFocus: focusAfter(() => document.activeElement),
    passFocus: focusAfter(() => {
      const panel = document.activeElement?.closest('.board-panel');
      return panel?.nextElementSibling ?? panel?.previousElementSibling;
    }),
  };
}
