// A point of a forecast answer up to its value. What repeats from point to point is one fragment.

import type { ByteWriter } from '#bytes/byte-writer';
import { utcTimeWriter } from '#bytes/time-writer';
import { formatUtc } from '#core/time/instant';
import type { Points } from '#core/values/column';
import type { ForecastPart } from '#service/forecasts/cut-run';

const VALUE = Buffer.from('","value":');

export class PointHead {
  readonly #opening: Buffer;
  readonly #points: Points;
  readonly #times = utcTimeWriter();

  constructor(part: ForecastPart) {
    this.#opening = openingOf(part);
    this.#points = part.points;
  }

  /** Writes a point of the part up to and including its value. */
  write(i: number, out: ByteWriter): void {
    const { times, values } = this.#points;
    out.fragment(this.#opening);
    this.#times.write(times[i]!, out);
    out.fragment(VALUE);
    out.number(values[i]!);
  }
}

/** A point up to and including the quote that opens its validTime. */
function openingOf({ area, category, resolution, unit, updatedAt }: ForecastPart): Buffer {
  const head = JSON.stringify({
    area: area.code,
    seriesName: category.name,
    resolution: resolution.adverb,
    unit,
    updateTime: formatUtc(updatedAt),
  });
  return Buffer.from(`${head.slice(0, -1)},"validTime":"`);
}
