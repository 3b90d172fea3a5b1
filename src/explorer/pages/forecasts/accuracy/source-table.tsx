// The sources of forecasts side by side, each on the hours that all of them have.

import type { AccuracyAnswer, SourceAccuracy } from '#contract/accuracy';
import { isFew } from '#core/values/tally';
import { countText, percentText } from '#explorer/pages/forecasts/accuracy/accuracy-text.ts';
import { formatNumber } from '#view/axes/number-text';
import { signedText } from '#view/values/signed-text';
import { decimalsFor, formatCount, formatValue } from '#view/values/value-text';

interface SourceTableProps {
  readonly answer: AccuracyAnswer;
  /** The source whose figures are shown above. */
  readonly shown: string;
}

export function SourceTable({ answer, shown }: SourceTableProps) {
  const { sameHours, unit } = answer;
  // Hindcasts were made afterwards: they are not compared with forecasts.
  const sources = answer.sources.filter(({ kind }) => kind !== 'hindcast');
  const compared = sources
    .filter((one) => one.sameHours.mae !== null)
    .toSorted((a, b) => a.sameHours.mae! - b.sameHours.mae!);
  if (sources.length < 2 || compared.length === 0) {
    return (
      <div className="accuracy-sources">
        <h3 className="small">Sources on the same hours</h3>
        <p className="small dim">
          {sources.length < 2
            ? 'No other source has forecasts of this series. Imported forecasts of the same hours are scored here.'
            : 'The sources have no hour in common yet.'}
        </p>
      </div>
    );
  }
  const decimals = decimalsFor(Math.max(...compared.map((one) => one.sameHours.mae!)));
  const isPrice = compared[0]!.sameHours.smape !== undefined;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the table scrolls on a phone, also by keyboard
    <section className="accuracy-sources" aria-label="Sources on the same hours" tabIndex={0}>
      <table className="small">
        <caption>
          Sources on the same {formatCount(sameHours)} {sameHours === 1 ? 'value' : 'values'}, best
          first
        </caption>
        <thead>
          <tr>
            <th scope="col">Source</th>
            <th scope="col">MAE, {unit}</th>
            <th scope="col">rMAE</th>
            <th scope="col">Bias</th>
            <th scope="col">{isPrice ? 'sMAPE' : 'MAPE'}</th>
            <th scope="col">CRPS</th>
            <th scope="col">Hit rate, 80 %</th>
          </tr>
        </thead>
        <tbody>
          {compared.map((one) => (
            <SourceRow key={one.source} {...{ one, decimals }} isShown={one.source === shown} />
          ))}
        </tbody>
      </table>
      {isFew(sameHours) && <p className="small few-values">{countText(sameHours)}.</p>}
    </section>
  );
}

interface SourceRowProps {
  readonly one: SourceAccuracy;
  readonly decimals: number;
  readonly isShown: boolean;
}

function SourceRow({ one, decimals, isShown }: SourceRowProps) {
  const { mae, rmaeWeekly, bias, smape, mape, scored, crps, crpsScored, bands } = one.sameHours;
  const inside = bands.find(({ level }) => level === 80)?.coverage;
  const percent = smape ?? mape ?? null;
  return (
    <tr>
      <th scope="row">{isShown ? <strong>{one.source}</strong> : one.source}</th>
      <td>{formatValue(mae, decimals)}</td>
      <td>{rmaeWeekly === null ? '–' : formatNumber(rmaeWeekly, 2)}</td>
      <td>{signedText(bias, decimals)}</td>
      <td>{percent === null ? '–' : `${formatNumber(percent, 1)} %`}</td>
      <td>
        {crps === null ? '–' : formatValue(crps, decimals)}
        {crps !== null && crpsScored < scored && (
          <span className="small"> ({countText(crpsScored)})</span>
        )}
      </td>
      <td>{inside === undefined ? '–' : percentText(inside)}</td>
    </tr>
  );
}
