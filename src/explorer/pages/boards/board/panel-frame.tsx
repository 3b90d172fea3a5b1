// A panel: its title, which leads to the full view, and its content. What fails stays within the frame.

import { type ReactNode, Suspense, useCallback, useId, useMemo, useRef, useState } from 'react';
import type { PanelContext } from '#explorer/pages/boards/board/panel-context.ts';
import type { DraftPanel } from '#explorer/pages/boards/edit/board-draft.ts';
import { PanelBody } from '#explorer/pages/boards/panels/panel-body.tsx';
import { PanelFault } from '#explorer/pages/boards/panels/panel-fault.tsx';
import { type PanelReport, ReportingProvider } from '#explorer/pages/boards/panels/panel-report.ts';
import { panelViewOf, titleOfView } from '#explorer/pages/boards/parts/panel-view.ts';
import { Loading } from '#explorer/parts/loading.tsx';
import { PageBoundary } from '#explorer/parts/page-boundary.tsx';
import { useNearSight } from '#explorer/parts/sight/use-near-sight.ts';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { useLiveRound } from '#explorer/state/live-scope.tsx';
import { show } from '#explorer/state/navigation.ts';
import { usePreferences } from '#explorer/state/preferences.ts';
import { ViewScopeProvider } from '#explorer/state/view-scope.ts';
import { type View, writeAddress } from '#view/address/address';
import { isPanelView, NO_PANEL } from '#view/address/panel-view';

interface PanelFrameProps {
  readonly panel: DraftPanel;
  readonly context: PanelContext;
  readonly onReport: (key: number, report: PanelReport | undefined) => void;
  /** Returns the controls of an edited panel; undefined if the board is not edited. */
  readonly tools?: ((title: string) => ReactNode) | undefined;
  /** Moves an edited panel by some places. */
  readonly onMove?: ((by: number) => void) | undefined;
}

const NOTHING: View = { page: 'not-found' };

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

export function PanelFrame({ panel, context, onReport, tools, onMove }: PanelFrameProps) {
  const id = useId();
  const frame = useRef<HTMLElement>(null);
  const isNear = useNearSight(frame) || context.isAllLoaded;
  const { view, isSaved, reset, scope } = usePanelView(panel.view, context);
  const [name, setName] = useState('');
  const { key } = panel;
  const report = useCallback((one: PanelReport | undefined) => onReport(key, one), [onReport, key]);
  const title = panel.title || name || (view ? titleOfView(view) : panel.view);
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const by = STEPS[event.key];
    if (by === undefined || !event.altKey || isField(event.target)) return;
    event.preventDefault();
    onMove?.(by);
  };
  return (
    <article
      ref={frame}
      className="card board-panel"
      data-width={panel.width}
      data-part={panel.part}
      aria-labelledby={id}
      {...(onMove && { tabIndex: 0, onKeyDown })}
    >
      <header className="panel-head">
        <h2 id={id}>{view ? <ViewLink to={view}>{title}</ViewLink> : title}</h2>
        {!isSaved && (
          <button type="button" className="button panel-reset" onClick={reset}>
            As saved
          </button>
        )}
      </header>
      {tools?.(title)}
      <div className="panel-body">
        {!view ? (
          <PanelFault text={`${NO_PANEL} Remove the panel, and save the view again.`} />
        ) : isNear ? (
          <ViewScopeProvider value={scope}>
            <ReportingProvider value={report}>
              <PageBoundary resetKey={panel.view}>
                <Suspense fallback={<Loading />}>
                  <PanelBody view={view} part={panel.part} onName={setName} />
                </Suspense>
              </PageBoundary>
            </ReportingProvider>
          </ViewScopeProvider>
        ) : (
          <p className="panel-waiting dim">Loads when it comes into sight.</p>
        )}
      </div>
    </article>
  );
}

/** The view of a panel. Zooming and switching change it within the panel until it is reset. */
function usePanelView(address: string, { round, chartHeight, chartZoom }: PanelContext) {
  const { zone } = usePreferences();
  const saved = useMemo(() => panelViewOf(address, zone), [address, zone]);
  const [changed, setChanged] = useState<typeof saved>();
  const showHere = useCallback(
    (next: View, options?: { replace?: boolean }): void => {
      // The address is the view: what it leaves out, such as a span, is decided again.
      if (isPanelView(next) && next.page === saved?.page)
        setChanged(panelViewOf(writeAddress(next), zone));
      else show(next, options);
    },
    [saved, zone],
  );
  const view = changed ?? saved;
  // A panel asks again for a change of its own data, and with all panels of a wallboard.
  const live = useLiveRound(view ?? NOTHING);
  const scope = useMemo(
    () => ({
      ...{ show: showHere, chartHeight, chartZoom, tableRole: 'group' as const },
      ...{ round: round + live.round, news: live.news },
    }),
    [showHere, round, live, chartHeight, chartZoom],
  );
  return {
    view,
    isSaved: changed === undefined,
    reset: () => setChanged(undefined),
    scope,
  };
}

const isField = (target: EventTarget): boolean =>
  target instanceof Element && target.matches('input, select, textarea');
