// Signing in, at any address. The address stays, and its page follows.

import { useState } from 'react';
import { SignInForm } from '#explorer/pages/account/sign-in-form.tsx';
import { FirstSteps } from '#explorer/parts/first-steps.tsx';
import { usePageTitle } from '#explorer/parts/use-page-title.ts';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { useAbout } from '#explorer/state/about.ts';
import { type EndedSession, readEndedSession } from '#explorer/state/session.ts';
import '#explorer/pages/account/sign-in-page.css';

export function SignInPage({ codeFault }: { readonly codeFault: string | undefined }) {
  const about = useAbout();
  usePageTitle('Sign in');
  const [ended] = useState(readEndedSession);
  return (
    <section className="sign-in" aria-labelledby="sign-in-title">
      <div className="card sign-in-card">
        <h1 id="sign-in-title">Sign in</h1>
        {ended && (
          <p className="notice warn" role="status">
            {whyEnded(ended)} You come back to the same page.
          </p>
        )}
        {codeFault !== undefined && (
          <p className="notice warn" role="alert">
            The link did not sign you in. {codeFault}
          </p>
        )}
        {about.singleSignOn && <ProviderLink label={about.singleSignOn.label} />}
        {about.passwords !== false && <SignInForm firstUserName={ended?.userName ?? ''} />}
        {about.demo && (
          <p className="small dim">
            This is the demo. The terminal that started it printed two user names (<code>demo</code>{' '}
            reads everything), their password, and a link that signs you in.
          </p>
        )}
      </div>
      {about.firstSteps.length > 0 && <FirstSteps commands={about.firstSteps} />}
      <p className="small dim sign-in-more">
        No account? Ask the operator of this server. The{' '}
        <ViewLink to={{ page: 'reference' }}>API reference</ViewLink> is open to everyone.
      </p>
    </section>
  );
}

/** Leads to the provider of single sign-on, and back to this address. */
function ProviderLink({ label }: { readonly label: string }) {
  const { pathname, search } = window.location;
  return (
    <a
      className="button primary sign-in-provider"
      href={`/sso/sign-in?return=${encodeURIComponent(pathname + search)}`}
    >
      Sign in with {label}
    </a>
  );
}

/** A browser that was closed has no session left to ask the server about. */
function whyEnded({ isElsewhere, why }: EndedSession): string {
  if (isElsewhere) return 'You were signed out in another tab. Sign in again.';
  return why === undefined
    ? 'You were signed out because your session ended: after a time without use, when the browser was closed, or from elsewhere. Sign in again.'
    : `You were signed out: ${why}.`;
}
