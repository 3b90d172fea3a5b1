// Errors as bars, one row a group: a table whose middle column is drawn. A label leads to the group's rows.

import { FEW_VALUES_TEXT, isFew } from '#core/values/few-values';
import { countText } from '#explorer/pages/forecasts/accuracy/accuracy-text.ts';
import { RowsButton } from '#explorer/pages/forecasts/accuracy/rows-button.tsx';
import { decimalsFor, formatCount, formatValue } from '#view/values/value-text';

interface ErrorRow {
  readonly label: string;
  readonly mae: number | null;
  readonly scored: number;
  readonly slice: string | null;
  /** The rows in words; undefined if the slice has others too. */
  readonly rowsOf?: string;
}

interface ErrorBarsProps {
  readonly title: string;
  readonly unit: string;
  readonly rows: readonly ErrorRow[];
}

export function ErrorBars({ title, unit, rows }: ErrorBarsProps) {
  const known = rows.flatMap((row) => (row.mae === null ? [] : [{ ...row, mae: row.mae }]));
  if (known.length === 0) return null;
  const largest = Math.max(...known.map(({ mae }) => mae));
  const decimals = decimalsFor(largest);
  const few = known.filter(({ scored }) => isFew(scored)).map(({ label }) => label);
  return (
    <div>
      <table className="error-bars small">
        <caption>
          {title} <span className="dim">{unit}</span>
        </caption>
        <tbody>
          {known.map((row) => (
            <tr key={row.label}>
              <th scope="row">
                <Label {...row} />
              </th>
              <td className="error-bar">
                <svg aria-hidden="true">
                  <rect
                    width={`${largest > 0 ? (row.mae / largest) * 100 : 0}%`}
                    height="100%"
                    rx="2"
                  />
                </svg>
              </td>
              <td className="dim error-count" title={countText(row.scored)}>
                n {formatCount(row.scored)}
              </td>
              <td>{formatValue(row.mae, decimals)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {few.length > 0 && (
        <p className="small few-values">
          {few.length === known.length
            ? `Each from ${FEW_VALUES_TEXT}.`
            : `From ${FEW_VALUES_TEXT}: ${few.join(', ')}.`}
        </p>
      )}
    </div>
  );
}

const Label = ({ label, slice, rowsOf }: ErrorRow) =>
  slice === null || rowsOf === undefined ? (
    label
  ) : (
    <RowsButton title={label} what={rowsOf} slice={slice} className="rows-label" />
  );
