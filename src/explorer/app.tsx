// The frame: header, search, and the page that the address names.

import { Suspense, useEffect } from 'react';
import { Loading } from '#explorer/parts/loading.tsx';
import { PageBoundary } from '#explorer/parts/page-boundary.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { AppHeader } from '#explorer/shell/app-header.tsx';
import { ConnectionLine } from '#explorer/shell/connection-line.tsx';
import { PageFrame } from '#explorer/shell/page-frame.tsx';
import { isOpenToAll, PageOfView, SignInPage } from '#explorer/shell/page-of-view.tsx';
import { ProgressBar } from '#explorer/shell/progress-bar.tsx';
import { FindDialog, useFind } from '#explorer/shell/use-find.ts';
import { KeysDialog, SaveDialog, useKeys } from '#explorer/shell/use-keys.ts';
import { AboutProvider } from '#explorer/state/about.ts';
import { rememberView } from '#explorer/state/last-views.ts';
import { LiveScope } from '#explorer/state/live-scope.tsx';
import { useView } from '#explorer/state/navigation.ts';
import { usePreferences } from '#explorer/state/preferences.ts';
import { client, useSession } from '#explorer/state/session.ts';
import { useRequest } from '#explorer/state/use-request.ts';
import { useSignInCode } from '#explorer/state/use-sign-in-code.ts';
import { writeAddress } from '#view/address/address';

const DEMO_NOTE = (
  <aside className="shell-demo" aria-label="About the data">
    Demo Europe: every value here is synthetic.
  </aside>
);

export function App() {
  const view = useView();
  const session = useSession();
  const code = useSignInCode();
  const about = useRequest('about', (signal) => client.about({ signal }));
  const find = useFind(session !== undefined);
  const keys = useKeys();
  const { numbers } = usePreferences();
  useEffect(() => {
    if (session) rememberView(view, session.userName);
  }, [view, session]);

  if (!about.data || code.isPending)
    return (
      <>
        <ConnectionLine />
        <PageFrame>
          {about.error && <Problem error={about.error} onRetry={about.retry} />}
        </PageFrame>
      </>
    );
  return (
    <AboutProvider value={about.data}>
      <a className="shell-skip" href="#main">
        Skip to content
      </a>
      <AppHeader
        view={view}
        userName={session?.userName}
        role={session?.isOperator ? 'operator' : session?.role}
        onKeys={keys.open}
      />
      <ProgressBar />
      <ConnectionLine />
      {about.data.demo && DEMO_NOTE}
      {/* The search stands before the page, so that its message is seen if it cannot be loaded. */}
      <PageBoundary resetKey={`${find.isOpen} ${keys.shown}`}>
        <Suspense>{session && find.isOpen && <FindDialog onClose={find.close} />}</Suspense>
        <Suspense>
          {keys.shown === 'keys' && <KeysDialog onClose={keys.close} />}
          {session && keys.shown === 'save' && <SaveDialog view={view} onClose={keys.close} />}
        </Suspense>
      </PageBoundary>
      <main id="main" className="shell-main" tabIndex={-1}>
        <PageBoundary resetKey={writeAddress(view)}>
          <Suspense fallback={<Loading />}>
            {session || isOpenToAll(view) ? (
              <LiveScope view={view}>
                <PageOfView key={`${session?.id} ${numbers}`} view={view} />
              </LiveScope>
            ) : (
              <SignInPage codeFault={code.fault} />
            )}
          </Suspense>
        </PageBoundary>
      </main>
    </AboutProvider>
  );
}
