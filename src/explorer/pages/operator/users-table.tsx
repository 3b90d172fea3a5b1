// The users with their plans and states.

import type { UserEntry, UserShape } from '#contract/operator-accounts';
import { useRights } from '#explorer/pages/operator/parts/rights.ts';
import { ScrollTable } from '#explorer/pages/operator/parts/scroll-table.tsx';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { formatNumber } from '#view/axes/number-text';
import { formatMoment } from '#view/values/time-text';
import { formatCount } from '#view/values/value-text';

const TITLES = [
  ...['Name', 'Plan', 'Role', 'State', 'Password', 'Added'],
  ...['Last seen', 'Requests today', 'A day, last 7 days'],
];

interface UsersTableProps {
  readonly users: readonly UserEntry[];
  readonly onChange: (user: UserShape | undefined) => void;
  readonly onKeys: (userName: string) => void;
  readonly onLink: (userName: string) => void;
}

export function UsersTable({ users, onChange, onKeys, onLink }: UsersTableProps) {
  const zone = marketZoneOf(useAbout());
  const { mayOperate } = useRights();
  return (
    <section className="card" aria-labelledby="operator-users">
      <h2 id="operator-users">Users</h2>
      <ScrollTable label="All users" titles={TITLES} actions={mayOperate ? 'Change' : 'Look'}>
        {users.map((user) => (
          <tr key={user.name}>
            <td>{user.name}</td>
            <td>{user.plan}</td>
            <td>{roleOf(user)}</td>
            <td>{stateOf(user)}</td>
            <td>{user.hasPassword ? 'set' : 'none'}</td>
            <td>{formatMoment(Date.parse(user.created), zone)}</td>
            <td>
              {user.lastSeen === null ? 'not known' : formatMoment(Date.parse(user.lastSeen), zone)}
            </td>
            <td className="figure">{formatCount(user.requestsToday)}</td>
            <td className="figure">{perDayText(user)}</td>
            <td>
              <Actions user={user} onChange={onChange} onKeys={onKeys} onLink={onLink} />
            </td>
          </tr>
        ))}
      </ScrollTable>
      {mayOperate && (
        <div className="operator-actions">
          <button type="button" className="button" onClick={() => onChange(undefined)}>
            Add a user…
          </button>
        </div>
      )}
    </section>
  );
}

interface ActionsProps extends Omit<UsersTableProps, 'users'> {
  readonly user: UserShape;
}

function Actions({ user, onChange, onKeys, onLink }: ActionsProps) {
  const { mayOperate } = useRights();
  return (
    <>
      {mayOperate && (
        <button
          type="button"
          className="button"
          aria-label={`Change ${user.name}`}
          onClick={() => onChange(user)}
        >
          Change…
        </button>
      )}{' '}
      <button
        type="button"
        className="button"
        aria-label={`Keys of ${user.name}`}
        onClick={() => onKeys(user.name)}
      >
        Keys
      </button>{' '}
      {mayOperate && !user.disabled && !user.service && (
        <button
          type="button"
          className="button"
          aria-label={`Sign-in link for ${user.name}`}
          onClick={() => onLink(user.name)}
        >
          Sign-in link…
        </button>
      )}
    </>
  );
}

/** Less than ten requests a day are written with a decimal. */
const perDayText = ({ requestsPerDay: mean }: UserEntry): string =>
  mean < 10 ? formatNumber(mean, 1) : formatCount(Math.round(mean));

const stateOf = ({ disabled, service }: UserShape): string =>
  `${disabled ? 'disabled' : 'active'}${service ? ', service account' : ''}`;

const roleOf = ({ role, writePatterns }: UserShape): string =>
  role === 'writer' ? `writer of ${writePatterns.join(', ')}` : role;
