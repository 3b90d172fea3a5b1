// The user's own links for spreadsheets: the list with what each asks, and revoking one.

import { useState } from 'react';
import type { QuestionLinkEntry } from '#contract/links';
import { questionText } from '#explorer/pages/account/link-question-text.ts';
import { ownLinks } from '#explorer/pages/account/own-account.ts';
import { Problem } from '#explorer/parts/problem.tsx';
import { useModal } from '#explorer/parts/use-modal.ts';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { dropRefusedSession } from '#explorer/state/session.ts';
import { useRequest } from '#explorer/state/use-request.ts';
import { formatMoment } from '#view/values/time-text';

/** `changes` grows when links may have ended in another way. */
export function AccountLinks({ changes }: { readonly changes: number }) {
  const [revoked, setRevoked] = useState(0);
  const [revoking, setRevoking] = useState<QuestionLinkEntry>();
  const links = useRequest(`links ${changes} ${revoked}`, (signal) => ownLinks.list({ signal }));
  return (
    <section className="card account-keys" aria-labelledby="account-links">
      <h2 id="account-links">Links for spreadsheets</h2>
      <p className="dim">
        Everyone who has the address of a link reads its values, as far as your plan goes. You make
        links in Explore, under Download.
      </p>
      {links.error && <Problem error={links.error} onRetry={links.retry} />}
      {links.data && <LinkTable links={links.data} onRevoke={setRevoking} />}
      {revoking && (
        <RevokeLinkDialog
          link={revoking}
          onClose={(isRevoked) => {
            setRevoking(undefined);
            if (isRevoked) setRevoked(revoked + 1);
          }}
        />
      )}
    </section>
  );
}

interface LinkTableProps {
  readonly links: readonly QuestionLinkEntry[];
  readonly onRevoke: (link: QuestionLinkEntry) => void;
}

function LinkTable({ links, onRevoke }: LinkTableProps) {
  const zone = marketZoneOf(useAbout());
  if (links.length === 0) return <p className="dim">You have no links.</p>;
  const moment = (text: string | null): string =>
    text === null ? 'never' : formatMoment(Date.parse(text), zone);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard
    <section className="account-scroll" tabIndex={0} aria-label="Your links">
      <table className="account-table">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Asks for</th>
            <th scope="col">Made</th>
            <th scope="col">Last used</th>
            <th scope="col">Ends</th>
            <th>
              <span className="hidden-text">Revoke</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {links.map((link) => (
            <tr key={link.id}>
              <td>{link.name || <span className="dim">without a name</span>}</td>
              <td className="account-question">{questionText(link)}</td>
              <td>{moment(link.created)}</td>
              <td>{moment(link.lastUsed)}</td>
              <td>{moment(link.expires)}</td>
              <td>
                <button
                  type="button"
                  className="button"
                  aria-label={`Revoke the link ${link.name || questionText(link)}`}
                  onClick={() => onRevoke(link)}
                >
                  Revoke
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface RevokeLinkDialogProps {
  readonly link: QuestionLinkEntry;
  readonly onClose: (isRevoked: boolean) => void;
}

function RevokeLinkDialog({ link, onClose }: RevokeLinkDialogProps) {
  const dialog = useModal();
  const [fault, setFault] = useState<Error>();
  const revoke = (): void => {
    setFault(undefined);
    ownLinks.revoke(link.id).then(
      () => onClose(true),
      (error: Error) => {
        dropRefusedSession(error);
        setFault(error);
      },
    );
  };
  return (
    <dialog
      ref={dialog}
      className="card account-dialog"
      aria-labelledby="revoke-link-title"
      onClose={() => onClose(false)}
    >
      <h2 id="revoke-link-title">Revoke the link “{link.name || questionText(link)}”?</h2>
      <p>Spreadsheets that read it get an error from then on. This cannot be undone.</p>
      {fault && <Problem error={fault} onRetry={revoke} />}
      <div className="account-actions">
        <button type="button" className="button" onClick={() => onClose(false)}>
          Keep it
        </button>
        <button type="button" className="button account-danger" onClick={revoke}>
          Revoke
        </button>
      </div>
    </dialog>
  );
}
