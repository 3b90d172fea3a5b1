// Loads the bands of the runs behind the forecast part that is shown.

import type { MetadataRecord, SeriesColumns } from '#contract/forecast';
import type { BandsQuery } from '#contract/forecast-bands';
import { currencyOfUnit } from '#core/market/currency';
import { formatUtc, SECOND_MS } from '#core/time/instant';
import { loadBands } from '#explorer/state/load-bands.ts';
import { useRequest } from '#explorer/state/use-request.ts';
import type { ExploreView } from '#view/address/explore-address';
import { bandsOf, type RunBands } from '#view/runs/run-bands';
import { type RunStretch, runStretches } from '#view/runs/shown-bands';
import { isReduced } from '#view/values/periods';

interface AskedBands {
  readonly view: ExploreView;
  readonly answer: SeriesColumns;
  readonly record: MetadataRecord | undefined;
  /** Whether the answer is that of the view. */
  readonly isCurrent: boolean;
}

/** The bands by the issue time of their run; undefined until they are loaded, and if none can be. */
export function useRunBands(asked: AskedBands): ReadonlyMap<string, RunBands> | undefined {
  const queries = queriesOf(asked);
  const key = queries && JSON.stringify(queries);
  const { data } = useRequest(key, async (signal) => {
    const answers = await Promise.all(queries!.map((query) => loadBands(query, signal)));
    const runs = queries!.flatMap(({ issueTime }, i) => {
      const bands = answers[i] && bandsOf(answers[i]);
      return bands ? [[issueTime!, bands] as const] : [];
    });
    return { key, found: new Map(runs) };
  });
  return data?.key === key ? data?.found : undefined;
}

/** One query a run. Bands cannot be averaged, and only series with runs have them. */
function queriesOf({ view, answer, record, isCurrent }: AskedBands): BandsQuery[] | undefined {
  const { area, category, datasets = [] } = record ?? {};
  const isAsked = isCurrent && record?.seriesId === answer.seriesId && record.subscribed;
  if (!isAsked || !area || !category || !datasets.includes('short-term')) return undefined;
  const stretches = isReduced(answer) ? [] : runStretches(answer);
  if (stretches.length === 0) return undefined;
  const currency = currencyOfUnit(answer.unit);
  const common = { area, balanceCategory: category, asOf: view.asOf, currency };
  return stretches.map((stretch) => ({ ...common, ...spanOf(stretch, answer) }));
}

const spanOf = ({ run, first, end }: RunStretch, { times }: SeriesColumns) => ({
  issueTime: run,
  startDate: formatUtc(times[first]! * SECOND_MS),
  endDate: formatUtc(times[end - 1]! * SECOND_MS),
});
