// Errors as bars, one row a group: a table whose middle column is drawn.

import { decimalsFor, formatValue } from '#explorer/series/value-text.ts';

interface ErrorBarsProps {
  readonly title: string;
  readonly unit: string;
  readonly rows: readonly { readonly label: string; readonly mae: number | null }[];
}

export function ErrorBars({ title, unit, rows }: ErrorBarsProps) {
  const known = rows.flatMap(({ label, mae }) => (mae === null ? [] : [{ label, mae }]));
  if (known.length === 0) return null;
  const largest = Math.max(...known.map(({ mae }) => mae));
  const decimals = decimalsFor(largest);
  return (
    <table className="error-bars small">
      <caption>
        {title} <span className="dim">{unit}</span>
      </caption>
      <tbody>
        {known.map(({ label, mae }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td className="error-bar">
              <svg aria-hidden="true">
                <rect width={`${largest > 0 ? (mae / largest) * 100 : 0}%`} height="100%" rx="2" />
              </svg>
            </td>
            <td>{formatValue(mae, decimals)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
