// What a file would change, by a dry run: the counts, and its first points as they were read.

import type { WriteAnswer } from '#contract/operator';
import type { RowsFile } from '#explorer/pages/operator/imports/rows-file.ts';
import { operator, useAction } from '#explorer/pages/operator/parts/operator-client.ts';
import { isOutsideRole, RefusedWrite } from '#explorer/pages/operator/parts/refused-write.tsx';
import { ScrollTable } from '#explorer/pages/operator/parts/scroll-table.tsx';
import { useOperatorRequest } from '#explorer/pages/operator/parts/use-operator-request.ts';
import { Problem } from '#explorer/parts/problem.tsx';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { formatMoment } from '#view/values/time-text';
import { formatCount } from '#view/values/value-text';

interface DifferenceProps {
  readonly code: string;
  readonly file: RowsFile;
  /** The sheet of a workbook; empty is its first. */
  readonly sheet: string;
  readonly onWritten: (answer: WriteAnswer) => void;
}

/** What the file would change, and the button that writes it. */
export function Difference({ code, file, sheet, onWritten }: DifferenceProps) {
  const sent = { ...file, ...(sheet === '' ? {} : { sheet }) };
  const trial = useOperatorRequest(`trial ${code} ${file.stamp} ${sheet}`, (signal) =>
    operator.sendRows(code, sent, true, { signal }),
  );
  const action = useAction();
  const { data, error } = trial;
  if (isOutsideRole(error)) return <RefusedWrite error={error} />;
  if (error) return <Problem error={error} onRetry={trial.retry} />;
  if (!data) return <p role="status">Comparing with what is stored…</p>;
  const write = async () => onWritten(await operator.sendRows(code, sent, false));
  return (
    <>
      <p className="notice" role="status">
        Would be written to {code}: {countsOf(data)}.
        {data.dialect && ` The file was read as ${data.dialect}.`}
      </p>
      <FirstPoints points={data.first ?? []} />
      {action.error && <Problem error={action.error} onRetry={trial.retry} />}
      <div className="operator-actions">
        <button
          type="button"
          className="button primary"
          disabled={action.isBusy}
          onClick={() => action.run(write)}
        >
          Write to {code}
        </button>
      </div>
    </>
  );
}

function FirstPoints({ points }: { readonly points: NonNullable<WriteAnswer['first']> }) {
  const zone = marketZoneOf(useAbout());
  return (
    <ScrollTable label="First values as read" titles={['Market time', 'Value']}>
      {points.map(({ time, value }) => (
        <tr key={time}>
          <td>{formatMoment(Date.parse(time), zone)}</td>
          <td className="figure">{value ?? 'gap'}</td>
        </tr>
      ))}
    </ScrollTable>
  );
}

export const countsOf = (answer: WriteAnswer): string =>
  [
    `${formatCount(answer.new)} new`,
    `${formatCount(answer.changed)} changed`,
    `${formatCount(answer.same)} the same`,
    `${formatCount(answer.held)} held for review`,
  ].join(', ');
