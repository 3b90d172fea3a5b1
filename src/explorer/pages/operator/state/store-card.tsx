// The server and its store: version, size, what awaits review, the last import and the newest backup.

import type { StateAnswer } from '#contract/operator-state';
import { DAY_MS } from '#core/time/instant';
import { formatBytes } from '#explorer/pages/operator/state/byte-text.ts';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { formatAgo, formatMoment } from '#view/values/time-text';
import { formatCount } from '#view/values/value-text';

/** A backup that is older is worth a warning. */
const OLD_BACKUP_DAYS = 7;

interface StoreCardProps {
  readonly state: StateAnswer;
  readonly onLookAgain: () => void;
}

export function StoreCard({ state, onLookAgain }: StoreCardProps) {
  const { version, store } = state;
  const zone = marketZoneOf(useAbout());
  const now = Date.parse(state.now);
  const when = (text: string | null, never: string): string =>
    text === null
      ? never
      : `${formatMoment(Date.parse(text), zone)} (${formatAgo(Date.parse(text), now)})`;
  const isOld =
    store.lastBackup === null || now - Date.parse(store.lastBackup) > OLD_BACKUP_DAYS * DAY_MS;
  return (
    <section className="card" aria-labelledby="operator-store">
      <h2 id="operator-store">Server and store</h2>
      <dl className="operator-facts">
        <dt>Version</dt>
        <dd>{version}</dd>
        <dt>Seen</dt>
        <dd>{formatMoment(now, zone)}</dd>
        <dt>Store</dt>
        <dd>
          {formatBytes(store.bytes)}, {formatCount(store.series)} series
        </dd>
        <dt>Held values</dt>
        <dd>
          {store.held === 0 ? (
            'none'
          ) : (
            <ViewLink to={{ page: 'operator', part: 'held' }}>
              {formatCount(store.held)} to review
            </ViewLink>
          )}
        </dd>
        <dt>Last import</dt>
        <dd>{when(store.lastImport, 'none yet')}</dd>
        <dt>Newest backup</dt>
        <dd className={isOld ? 'operator-late' : ''}>{when(store.lastBackup, 'none yet')}</dd>
        <dt>History</dt>
        <dd>
          {store.historyFrom === null ? 'complete' : `from ${when(store.historyFrom, '')} on`}
        </dd>
      </dl>
      {isOld && (
        <p className="notice warn">
          Back the store up every day: <code>gridtide backup FILE</code>. Checks and restores are in
          the guide.
        </p>
      )}
      <div className="operator-actions">
        <button type="button" className="button" onClick={onLookAgain}>
          Look again
        </button>
      </div>
    </section>
  );
}
