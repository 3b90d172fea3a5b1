// A link that signs a user in once: made with the operator's own password, and shown only here.

import { useState } from 'react';
import type { SignInLinkMade } from '#contract/operator-accounts';
import { AccountDialog } from '#explorer/pages/operator/parts/account-dialog.tsx';
import { operator } from '#explorer/pages/operator/parts/operator-client.ts';
import { CopyButton } from '#explorer/parts/copy/copy-button.tsx';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { formatMoment } from '#view/values/time-text';

interface SignInLinkCardProps {
  readonly userName: string;
  readonly onClose: () => void;
}

export function SignInLinkCard({ userName, onClose }: SignInLinkCardProps) {
  const [made, setMade] = useState<SignInLinkMade>();
  const zone = marketZoneOf(useAbout());
  if (!made) {
    return (
      <AccountDialog
        title={`Make a sign-in link for ${userName}?`}
        action="Make"
        act={async (ownPassword) => setMade(await operator.makeSignInLink(userName, ownPassword))}
        onClose={(isMade) => !isMade && onClose()}
      >
        <p>
          It signs in once, for 15 minutes, as {userName}. Give it to that person alone. The audit
          says that you made it.
        </p>
      </AccountDialog>
    );
  }
  const link = window.location.origin + made.path;
  return (
    <section className="card" aria-labelledby="operator-link">
      <h2 id="operator-link">Sign-in link for {made.user}</h2>
      <p className="notice" role="status">
        It is shown only now, works once, and ends {formatMoment(Date.parse(made.expires), zone)}:{' '}
        <code className="operator-key">{link}</code>
      </p>
      <div className="operator-actions">
        <CopyButton title="Copy the link" text={() => link} />
        <button type="button" className="button" onClick={onClose}>
          Done
        </button>
      </div>
    </section>
  );
}
