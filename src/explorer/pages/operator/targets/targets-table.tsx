// The defined forecast targets, with their newest run and what comes next.

import type { TargetShape } from '#contract/forecast-status';
import { useRights } from '#explorer/pages/operator/parts/rights.ts';
import { ScrollTable } from '#explorer/pages/operator/parts/scroll-table.tsx';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { exploreOf } from '#view/address/explore-address';
import { formatMoment } from '#view/values/time-text';

const TITLES = ['Name', 'Series', 'Kind', 'Area', 'Drivers', 'Hours', 'Newest run', 'Next run'];

interface TargetsTableProps {
  readonly targets: readonly TargetShape[];
  /** Called with the definition to change; undefined for a new one. */
  readonly onChange: (target: TargetShape | undefined) => void;
  readonly onRemove: (name: string) => void;
  readonly onDrivers: (name: string) => void;
}

export function TargetsTable({ targets, ...actions }: TargetsTableProps) {
  const { mayOperate } = useRights();
  return (
    <section className="card" aria-labelledby="operator-targets">
      <h2 id="operator-targets">Forecast targets</h2>
      <p className="dim small">
        Series and formulas that are forecast besides the price, production and consumption of
        areas. The name is the source of the runs.
      </p>
      {targets.length === 0 && <p>No series is defined as a forecast target.</p>}
      {targets.length > 0 && (
        <ScrollTable
          label="All forecast targets"
          titles={TITLES}
          actions={mayOperate ? 'Change' : 'Look'}
        >
          {targets.map((target) => (
            <TargetRow key={target.name} target={target} {...actions} />
          ))}
        </ScrollTable>
      )}
      {mayOperate && (
        <div className="operator-actions">
          <button type="button" className="button" onClick={() => actions.onChange(undefined)}>
            Forecast a series…
          </button>
        </div>
      )}
    </section>
  );
}

interface TargetRowProps extends Omit<TargetsTableProps, 'targets'> {
  readonly target: TargetShape;
}

function TargetRow({ target, ...actions }: TargetRowProps) {
  const zone = marketZoneOf(useAbout());
  const moment = (text: string | null): string =>
    text === null ? 'none' : formatMoment(Date.parse(text), zone);
  return (
    <tr>
      <th scope="row">{target.name}</th>
      <td>
        <ViewLink to={exploreOf(target.target)}>{target.target}</ViewLink>
        {target.formula && <span className="dim"> = {target.formula}</span>}
      </td>
      <td>
        {target.kindUsed}
        {target.kind === null && <span className="dim"> (guessed)</span>}
      </td>
      <td>{target.areaUsed ?? 'none'}</td>
      <td>{driversText(target)}</td>
      <td>{hoursText(target)}</td>
      <td>{moment(target.newestRun)}</td>
      <td>
        {target.late || target.state === 'failed' ? (
          <span className="operator-late" title={target.note ?? undefined}>
            {target.state === 'failed' ? 'failed' : 'late'}
          </span>
        ) : (
          moment(target.nextDueTime)
        )}
      </td>
      <td>
        <Actions target={target} {...actions} />
      </td>
    </tr>
  );
}

function Actions({ target, onChange, onRemove, onDrivers }: TargetRowProps) {
  const { name } = target;
  const { mayOperate } = useRights();
  const drivers = (
    <button
      type="button"
      className="button"
      aria-label={`Drivers of ${name}`}
      onClick={() => onDrivers(name)}
    >
      Drivers
    </button>
  );
  if (!mayOperate) return drivers;
  return (
    <>
      {drivers}{' '}
      <button
        type="button"
        className="button"
        aria-label={`Change ${name}`}
        onClick={() => onChange(target)}
      >
        Change…
      </button>{' '}
      <button
        type="button"
        className="button"
        aria-label={`Remove ${name}`}
        onClick={() => onRemove(name)}
      >
        Remove…
      </button>
    </>
  );
}

const driversText = ({ drivers }: TargetShape): string => {
  if (drivers === null) return 'by code';
  return drivers.length === 0 ? 'none' : drivers.join(' ');
};

const hoursText = ({ hours }: TargetShape): string =>
  hours === null
    ? 'of the server'
    : `${hours.map((hour) => String(hour).padStart(2, '0')).join(', ')} UTC`;
