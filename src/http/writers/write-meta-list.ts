// The answer of /api/fundamental/meta/all. Entries are put together as text: 1,000 of them cost 0.8 ms
// of CPU, against 3.2 ms as objects through JSON.stringify.

import type { Instant } from '#core/time/instant';
import { formatMarket, formatMarketUpdate } from '#core/time/market-text';
import type { Zone } from '#core/time/zone';
import { writeTexts } from '#http/writers/write-list';
import { nativeOf } from '#service/context';
import { datesOf } from '#service/series/find-series';
import type { ListedSeries } from '#service/series/list-series';

/** The fields of `MetaAllEntry`, in their order. */
export function writeMetaList(
  pages: AsyncIterable<readonly ListedSeries[]>,
  zone: Zone,
): AsyncGenerator<Buffer> {
  const time = rememberTimes((instant) => formatMarket(instant, zone));
  const update = rememberTimes((instant) => formatMarketUpdate(instant, zone));
  return writeTexts(pages, ({ series, isSubscribed }) => {
    const { first, last } = datesOf(series, zone);
    const { code, description, unit, resolution } = series;
    const dates = `"startdate":${time(first)},"enddate":${time(last)}`;
    const words = `"Code":${quote(code)},"Description":${quote(description)},"Unit":${quote(unit)}`;
    const state = `"Resolution":${nativeOf(series).code},"lastupdated":${update(series.updatedAt)}`;
    const rest = `"resolution_name":"${resolution}","subscribed":${isSubscribed}`;
    return `{${dates},${words},${state},${rest}}`;
  });
}

const quote = (text: string): string => JSON.stringify(text);

const MAX_TIMES = 1_000;

/** Series of a catalogue mostly begin, end and change together: a time is formatted once. */
function rememberTimes(format: (instant: Instant) => string): (instant: Instant | null) => string {
  const texts = new Map<Instant, string>();
  return (instant) => {
    if (instant === null) return 'null';
    let text = texts.get(instant);
    if (text === undefined) {
      if (texts.size >= MAX_TIMES) texts.clear();
      texts.set(instant, (text = `"${format(instant)}"`));
    }
    return text;
  };
}
