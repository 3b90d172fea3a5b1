// The page that the address names. Only Explore is in the first load; the others load when they are
// opened.

import { ExplorePage } from '#explorer/pages/explore/explore-page.tsx';
import { lazyPart } from '#explorer/parts/lazy-part.ts';
import type { View } from '#view/address/address';

export const SignInPage = lazyPart(() =>
  import('#explorer/pages/account/sign-in-page.tsx').then((module) => module.SignInPage),
);
const FirstSeries = lazyPart(() =>
  import('#explorer/shell/first-series.tsx').then((module) => module.FirstSeries),
);
const StartPage = lazyPart(() =>
  import('#explorer/pages/start/start-page.tsx').then((module) => module.StartPage),
);
const ComparePage = lazyPart(() =>
  import('#explorer/pages/compare/compare-page.tsx').then((module) => module.ComparePage),
);
const ForecastsPage = lazyPart(() =>
  import('#explorer/pages/forecasts/forecasts-page.tsx').then((module) => module.ForecastsPage),
);
const ChangesPage = lazyPart(() =>
  import('#explorer/pages/changes/changes-page.tsx').then((module) => module.ChangesPage),
);
const BoardsPage = lazyPart(() =>
  import('#explorer/pages/boards/boards-page.tsx').then((module) => module.BoardsPage),
);
const AlertsPage = lazyPart(() =>
  import('#explorer/pages/alerts/alerts-page.tsx').then((module) => module.AlertsPage),
);
const AccountPage = lazyPart(() =>
  import('#explorer/pages/account/account-page.tsx').then((module) => module.AccountPage),
);
const OperatorPage = lazyPart(() =>
  import('#explorer/pages/operator/operator-page.tsx').then((module) => module.OperatorPage),
);
const ReferencePage = lazyPart(() =>
  import('#explorer/pages/reference/reference-page.tsx').then((module) => module.ReferencePage),
);
const GuidesPage = lazyPart(() =>
  import('#explorer/pages/guides/guides-page.tsx').then((module) => module.GuidesPage),
);

const NotFoundPage = lazyPart(() =>
  import('#explorer/shell/not-found-page.tsx').then((module) => module.NotFoundPage),
);

/** Whether a view can be read without a sign-in. */
export const isOpenToAll = ({ page }: View): boolean =>
  page === 'reference' || page === 'guides' || page === 'not-found';

export function PageOfView({ view }: { view: View }) {
  switch (view.page) {
    case 'explore':
      return view.seriesId === '' ? <FirstSeries view={view} /> : <ExplorePage view={view} />;
    case 'start':
      return <StartPage view={view} />;
    case 'compare':
      return <ComparePage view={view} />;
    case 'forecasts':
      return <ForecastsPage view={view} />;
    case 'changes':
      return <ChangesPage view={view} />;
    case 'boards':
      return <BoardsPage view={view} />;
    case 'alerts':
      return <AlertsPage view={view} />;
    case 'account':
      return <AccountPage />;
    case 'operator':
      return <OperatorPage view={view} />;
    case 'reference':
      return <ReferencePage />;
    case 'guides':
      return <GuidesPage view={view} />;
    case 'not-found':
      return <NotFoundPage />;
  }
}
