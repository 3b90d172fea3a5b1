// The links for spreadsheets of a user, and revoking one.

import { useState } from 'react';
import type { QuestionLinkEntry } from '#contract/links';
import { questionText } from '#explorer/pages/account/link-question-text.ts';
import { AccountDialog } from '#explorer/pages/operator/parts/account-dialog.tsx';
import { operator } from '#explorer/pages/operator/parts/operator-client.ts';
import { useRights } from '#explorer/pages/operator/parts/rights.ts';
import { ScrollTable } from '#explorer/pages/operator/parts/scroll-table.tsx';
import { useOperatorRequest } from '#explorer/pages/operator/parts/use-operator-request.ts';
import { Loading } from '#explorer/parts/loading.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { formatMoment } from '#view/values/time-text';

export function LinksCard({ userName }: { readonly userName: string }) {
  const [changes, setChanges] = useState(0);
  const [revoking, setRevoking] = useState<QuestionLinkEntry>();
  const { mayOperate } = useRights();
  const links = useOperatorRequest(`links ${userName} ${changes}`, (signal) =>
    operator.linksOf(userName, { signal }),
  );
  const { data, error } = links;
  return (
    <section className="card" aria-labelledby="operator-links">
      <h2 id="operator-links">Links of {userName}</h2>
      {error && <Problem error={error} onRetry={links.retry} />}
      {data && <LinkRows links={data} onRevoke={mayOperate ? setRevoking : undefined} />}
      {!data && !error && <Loading />}
      {revoking && (
        <AccountDialog
          title={`Revoke the link “${revoking.name || questionText(revoking)}” of ${userName}?`}
          action="Revoke"
          act={(ownPassword) => operator.revokeLink(userName, revoking.id, ownPassword)}
          onClose={(isChanged) => {
            setRevoking(undefined);
            if (isChanged) setChanges(changes + 1);
          }}
        >
          <p>Spreadsheets that read it get an error from then on. This cannot be undone.</p>
        </AccountDialog>
      )}
    </section>
  );
}

interface LinkRowsProps {
  readonly links: readonly QuestionLinkEntry[];
  /** Left out for a user who may not. */
  readonly onRevoke: ((link: QuestionLinkEntry) => void) | undefined;
}

function LinkRows({ links, onRevoke }: LinkRowsProps) {
  const zone = marketZoneOf(useAbout());
  if (links.length === 0) return <p className="dim">This user has no links for spreadsheets.</p>;
  const moment = (text: string | null): string =>
    text === null ? 'never' : formatMoment(Date.parse(text), zone);
  const titles = ['Name', 'Asks for', 'Made', 'Last used', 'Ends'];
  return (
    <ScrollTable label="All links" titles={titles} actions={onRevoke && 'Revoke'}>
      {links.map((link) => (
        <tr key={link.id}>
          <th scope="row">{link.name || 'without a name'}</th>
          <td>{questionText(link)}</td>
          <td>{moment(link.created)}</td>
          <td>{moment(link.lastUsed)}</td>
          <td>{moment(link.expires)}</td>
          {onRevoke && (
            <td>
              <button
                type="button"
                className="button"
                aria-label={`Revoke the link ${link.name || questionText(link)}`}
                onClick={() => onRevoke(link)}
              >
                Revoke…
              </button>
            </td>
          )}
        </tr>
      ))}
    </ScrollTable>
  );
}
