// The links that work now, with their use.

import type { LinkEntry } from '#contract/boards';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { formatMoment } from '#view/values/time-text';

interface LinkTableProps {
  readonly links: readonly LinkEntry[];
  readonly onEnd: (linkId: string) => void;
}

export function LinkTable({ links, onEnd }: LinkTableProps) {
  const zone = marketZoneOf(useAbout());
  if (links.length === 0) return <p className="dim">This board has no link.</p>;
  const moment = (text: string): string => formatMoment(Date.parse(text), zone);
  return (
    <ul className="links-list" aria-label="Links">
      {links.map(({ id, made, ends, lastUsed }) => (
        <li key={id}>
          <p className="small">
            Made {moment(made)}, ends {moment(ends)}
            <span className="dim">
              {' · '}
              {lastUsed === null ? 'not used yet' : `last used ${moment(lastUsed)}`}
            </span>
          </p>
          <button type="button" className="button" onClick={() => onEnd(id)}>
            End<span className="hidden-text"> the link made {moment(made)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
