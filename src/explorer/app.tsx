// The frame: header, navigation, search, and the page that the address names.

import { lazy, Suspense, useEffect, useState } from 'react';
import { ExplorePage } from '#explorer/pages/explore/explore-page.tsx';
import { PageBoundary } from '#explorer/parts/page-boundary.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { AboutProvider } from '#explorer/state/about.ts';
import {
  DEFAULT_AREA,
  DEFAULT_CATEGORY,
  DEFAULT_RANGE,
  DEFAULT_SERIES,
  type View,
  writeAddress,
} from '#explorer/state/address.ts';
import { onFindOpened, openFind } from '#explorer/state/find-opening.ts';
import { useView } from '#explorer/state/navigation.ts';
import { client, useSession } from '#explorer/state/session.ts';
import { useRequest } from '#explorer/state/use-request.ts';
import { useSignInCode } from '#explorer/state/use-sign-in-code.ts';

// Only Explore is in the first load. The other pages and the search load when they are opened.
const loadFind = () => import('#explorer/find/find-dialog.tsx');
const FindDialog = lazy(() => loadFind().then((module) => ({ default: module.FindDialog })));
const SignInPage = lazy(() =>
  import('#explorer/pages/account/sign-in-page.tsx').then((module) => ({
    default: module.SignInPage,
  })),
);
const ComparePage = lazy(() =>
  import('#explorer/pages/compare/compare-page.tsx').then((module) => ({
    default: module.ComparePage,
  })),
);
const ForecastsPage = lazy(() =>
  import('#explorer/pages/forecasts/forecasts-page.tsx').then((module) => ({
    default: module.ForecastsPage,
  })),
);
const AccountPage = lazy(() =>
  import('#explorer/pages/account/account-page.tsx').then((module) => ({
    default: module.AccountPage,
  })),
);
const ReferencePage = lazy(() =>
  import('#explorer/pages/reference/reference-page.tsx').then((module) => ({
    default: module.ReferencePage,
  })),
);

/** When the search loads: after the chart is drawn, before a person reaches for the keyboard. */
const FIND_PRELOAD_MS = 1_500;

const NAVIGATION: readonly { title: string; view: View }[] = [
  {
    title: 'Explore',
    view: { page: 'explore', seriesId: DEFAULT_SERIES, tab: 'chart', ...DEFAULT_RANGE },
  },
  { title: 'Compare', view: { page: 'compare', series: [], ...DEFAULT_RANGE } },
  {
    title: 'Forecasts',
    view: {
      page: 'forecasts',
      area: DEFAULT_AREA,
      category: DEFAULT_CATEGORY,
      run: '',
      hour: '',
      bands: true,
      zone: 'market',
    },
  },
  { title: 'API', view: { page: 'reference' } },
];

export function App() {
  const view = useView();
  const session = useSession();
  const code = useSignInCode();
  const about = useRequest('about', (signal) => client.about({ signal }));
  const [isFinding, setFinding] = useState(false);
  const isSignedIn = session !== undefined;
  useEffect(() => (isSignedIn ? onFindOpened(() => setFinding(true)) : undefined), [isSignedIn]);
  useFindPreload(isSignedIn);
  useFindShortcut();

  if (about.error && !about.data) return <Problem error={about.error} onRetry={about.retry} />;
  if (!about.data || code.isPending)
    return (
      <p className="hidden-text" role="status">
        Loading
      </p>
    );
  const isOpenToAll = view.page === 'reference' || view.page === 'not-found';
  return (
    <AboutProvider value={about.data}>
      <a className="shell-skip" href="#main">
        Skip to content
      </a>
      <header className="shell-header">
        <ViewLink className="shell-brand" to={NAVIGATION[0]!.view}>
          <img src="/favicon.svg" alt="" />
          Gridtide
        </ViewLink>
        <nav className="shell-nav" aria-label="Pages">
          {NAVIGATION.map(({ title, view: target }) => (
            <ViewLink key={title} to={target} isCurrent={view.page === target.page}>
              {title}
            </ViewLink>
          ))}
        </nav>
        {session && (
          <>
            <button type="button" className="shell-find" onClick={openFind}>
              <span>Find a series…</span>
              <kbd>Ctrl K</kbd>
            </button>
            <ViewLink
              className="button"
              to={{ page: 'account' }}
              isCurrent={view.page === 'account'}
            >
              {session.userName}
            </ViewLink>
          </>
        )}
      </header>
      {about.data.demo && (
        <aside className="shell-demo" aria-label="About the data">
          Demo Europe: every value here is synthetic.
        </aside>
      )}
      {/* The search stands before the page, so that its message is seen if it cannot be loaded. */}
      <PageBoundary resetKey={String(isFinding)}>
        <Suspense>
          {session && isFinding && <FindDialog onClose={() => setFinding(false)} />}
        </Suspense>
      </PageBoundary>
      <main id="main" className="shell-main" tabIndex={-1}>
        <PageBoundary resetKey={writeAddress(view)}>
          <Suspense
            fallback={
              <p role="status" className="dim">
                Loading…
              </p>
            }
          >
            {session || isOpenToAll ? <Page view={view} /> : <SignInPage codeFault={code.fault} />}
          </Suspense>
        </PageBoundary>
      </main>
    </AboutProvider>
  );
}

function Page({ view }: { view: View }) {
  switch (view.page) {
    case 'explore':
      return <ExplorePage view={view} />;
    case 'compare':
      return <ComparePage view={view} />;
    case 'forecasts':
      return <ForecastsPage view={view} />;
    case 'account':
      return <AccountPage />;
    case 'reference':
      return <ReferencePage />;
    case 'not-found':
      return (
        <section className="card">
          <h1>There is nothing here</h1>
          <p>
            Find a series with <kbd>Ctrl K</kbd>, or go to{' '}
            <ViewLink to={NAVIGATION[0]!.view}>Explore</ViewLink>.
          </p>
        </section>
      );
  }
}

/** Loads the search while nothing else happens, so that no key is lost when it opens. */
function useFindPreload(isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn) return undefined;
    const timer = setTimeout(() => void preloadFind(), FIND_PRELOAD_MS);
    return () => clearTimeout(timer);
  }, [isSignedIn]);
}

/**
 * Loads the search, but only if the server answers. After one failed fetch of a module, browsers do not
 * ask for it again until the page is reloaded.
 */
async function preloadFind(): Promise<void> {
  try {
    await client.about();
    await loadFind();
  } catch {
    // The search loads when it is opened.
  }
}

/** Opens the search on Ctrl+K (or ⌘K) anywhere, and on / unless text is being typed. */
function useFindShortcut(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isTyping =
        event.target instanceof Element &&
        event.target.closest('input, select, textarea, dialog') !== null;
      const isCtrlK = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
      if (
        !isCtrlK &&
        (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey)
      )
        return;
      event.preventDefault();
      openFind();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
