// The content of a panel by the page of its view. Each loads when it is first shown.

import { PanelFault } from '#explorer/pages/boards/panels/panel-fault.tsx';
import type { PanelProps } from '#explorer/pages/boards/panels/panel-props.ts';
import { lazyPart } from '#explorer/parts/lazy-part.ts';
import type { CompareView, StartView } from '#view/address/address';
import type { ChangesView } from '#view/address/changes-address';
import type { ExploreView } from '#view/address/explore-address';
import type { ForecastsView } from '#view/address/forecasts-address';

const ExplorePanel = lazyPart<PanelProps<ExploreView>>(() =>
  import('#explorer/pages/boards/panels/explore-panel.tsx').then((part) => part.ExplorePanel),
);
const ComparePanel = lazyPart<PanelProps<CompareView>>(() =>
  import('#explorer/pages/boards/panels/compare-panel.tsx').then((part) => part.ComparePanel),
);
const ForecastsPanel = lazyPart<PanelProps<ForecastsView>>(() =>
  import('#explorer/pages/boards/panels/forecasts-panel.tsx').then((part) => part.ForecastsPanel),
);
const ChangesPanel = lazyPart<PanelProps<ChangesView>>(() =>
  import('#explorer/pages/boards/panels/changes-panel.tsx').then((part) => part.ChangesPanel),
);
const StartPanel = lazyPart<PanelProps<StartView>>(() =>
  import('#explorer/pages/boards/panels/start-panel.tsx').then((part) => part.StartPanel),
);

export function PanelBody({ view, ...props }: PanelProps) {
  switch (view.page) {
    case 'explore':
      return <ExplorePanel view={view} {...props} />;
    case 'compare':
      return view.series.length === 0 && !view.formulas?.length ? (
        <PanelFault text="The comparison of this panel names no series." />
      ) : (
        <ComparePanel view={view} {...props} />
      );
    case 'forecasts':
      return <ForecastsPanel view={view} {...props} />;
    case 'changes':
      return <ChangesPanel view={view} {...props} />;
    case 'start':
      return <StartPanel view={view} {...props} />;
  }
}
