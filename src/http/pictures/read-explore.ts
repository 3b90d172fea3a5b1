// Explore for a picture: the values of its address, and the forecasts over them.

import type { SliceColumns } from '#contract/slices';
import { makeSlice } from '#http/answer/make-slice';
import { type PanelReading, readColumns } from '#http/pictures/read-columns';
import { readRunBands } from '#http/pictures/read-run-bands';
import { readDetail } from '#http/request/read-detail';
import type { ExploreData } from '#pictures/views/explore-view';
import { nativeOf, parseAsOf, settleAsOf } from '#service/context';
import { parseSliceRequest } from '#service/slices/parse-slice-request';
import { requireKnownBy } from '#service/slices/require-known-by';
import { settleSlice } from '#service/slices/settle-slice';
import type { ExploreView } from '#view/address/explore-address';
import { withUsualSpan } from '#view/address/usual-span';
import { valueQuery, withUnit } from '#view/address/value-query';
import { type Slice, sliceOf, sliceQuery } from '#view/values/slice';

export async function readExplore(asked: ExploreView, reading: PanelReading): Promise<ExploreData> {
  const { context, now } = reading;
  const series = await context.store.findSeries(asked.seriesId);
  const view = withUsualSpan(asked, series && nativeOf(series));
  const { seriesId, from, to, aggregation } = view;
  const query = { from, to, kinds: 'true', ...valueQuery(view) };
  const answer = withUnit(await readColumns(seriesId, query, reading), aggregation);
  const slice = view.slice && (await readSlice(view, reading));
  const asOf = parseAsOf(view.asOf, 'asOf', now, context.zone);
  const runs = series && (await readRunBands(view, series, answer, asOf, reading));
  return { answer, slice, asOf, runs };
}

const NAMES = {
  seriesId: 'seriesId',
  from: 'from',
  to: 'to',
  resolution: 'resolution',
  aggregation: 'aggregation',
};

async function readSlice(view: ExploreView, reading: PanelReading): Promise<Slice> {
  const { caller, context, now } = reading;
  const { seriesId, from, to, slice } = view;
  const { resolution, aggregation, currency, counts, complete, asOf: when } = valueQuery(view);
  const asOf = parseAsOf(when, 'asOf', now, context.zone);
  const fields = { ...sliceQuery(slice!), actual: 'true', currency };
  const detail = readDetail({ counts, complete });
  const asked = { seriesId, from, to, resolution, aggregation, detail, names: NAMES };
  const wanted = parseSliceRequest(asked, fields, context, asOf ?? now);
  const settled = await settleAsOf(context, asOf, 'asOf', async (past) => {
    const task = await settleSlice(wanted, caller, past);
    await requireKnownBy(task, context, past);
    return task;
  });
  const made = await makeSlice({
    ...{ settled: settled.task, form: 'columns', context: settled.context },
    mostRows: caller.plan.pointsPerAnswer,
    takeMemory: () => {},
  });
  const bytes = Buffer.concat([...(made as Iterable<Buffer>)]);
  const answer: SliceColumns = JSON.parse(bytes.toString());
  return sliceOf(slice!, withUnit(answer, aggregation));
}
