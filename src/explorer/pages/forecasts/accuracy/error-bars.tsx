// Errors as bars, one row a group: a table whose middle column is drawn. The bar is the MAE, the mark on it the
// bias, which is never larger. A label leads to the group's rows.

import { FEW_VALUES_TEXT, isFew } from '#core/values/tally';
import { countText } from '#explorer/pages/forecasts/accuracy/accuracy-text.ts';
import { RowsButton } from '#explorer/pages/forecasts/accuracy/rows-button.tsx';
import { signedText } from '#view/values/signed-text';
import { decimalsFor, formatCount, formatValue } from '#view/values/value-text';

interface ErrorRow {
  readonly label: string;
  readonly mae: number | null;
  readonly bias: number | null;
  readonly scored: number;
  readonly slice: string | null;
  /** The rows in words; undefined if the slice has others too. */
  readonly rowsOf?: string;
}

interface ErrorBarsProps {
  readonly title: string;
  readonly unit: string;
  /** The heading of the labels. */
  readonly labels: string;
  readonly rows: readonly ErrorRow[];
}

export function ErrorBars({ title, unit, labels, rows }: ErrorBarsProps) {
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
        <thead>
          <tr>
            <th scope="col">{labels}</th>
            <td />
            <th scope="col">n</th>
            <th scope="col">Bias</th>
            <th scope="col">MAE</th>
          </tr>
        </thead>
        <tbody>
          {known.map((row) => (
            <tr key={row.label}>
              <th scope="row">
                <Label {...row} />
              </th>
              <td className="error-bar">
                <Bar mae={row.mae} bias={row.bias} largest={largest} />
              </td>
              <td className="dim" title={countText(row.scored)}>
                {formatCount(row.scored)}
              </td>
              <td>{signedText(row.bias, decimals)}</td>
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

/** What the marks on the bars mean. */
export const BiasLegend = () => (
  <p className="small dim bias-legend">
    The bar is the MAE. The mark on it is the bias, the mean of forecast less actual: ▲ too high, ▼
    too low.
  </p>
);

interface BarProps {
  readonly mae: number;
  readonly bias: number | null;
  readonly largest: number;
}

function Bar({ mae, bias, largest }: BarProps) {
  const share = (size: number): string => `${largest > 0 ? (size / largest) * 100 : 0}%`;
  return (
    <svg aria-hidden="true">
      <rect width={share(mae)} height="100%" rx="2" />
      {bias !== null && bias !== 0 && (
        <svg
          aria-hidden="true"
          className="bias-mark"
          x={share(Math.abs(bias))}
          data-sign={bias > 0 ? 'high' : 'low'}
        >
          <path d={bias > 0 ? 'M0 0 L6 10 H-6 Z' : 'M0 10 L6 0 H-6 Z'} />
        </svg>
      )}
    </svg>
  );
}

const Label = ({ label, slice, rowsOf }: ErrorRow) =>
  slice === null || rowsOf === undefined ? (
    label
  ) : (
    <RowsButton title={label} what={rowsOf} slice={slice} className="rows-label" />
  );
