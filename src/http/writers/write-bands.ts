// Forecast answers with bands as bytes: what repeats from point to point is one fragment.

import { ByteWriter } from '#bytes/byte-writer';
import { utcTimeWriter } from '#bytes/time-writer';
import { formatUtc } from '#core/time/instant';
import { openingOf } from '#http/writers/write-forecast';
import type { BandedPart, BandsAnswer } from '#service/forecasts/read-bands';

const VALUE = Buffer.from('","value":');
const BANDS = Buffer.from(',"bands":[');
const UPPER = Buffer.from(',"upper":');
const END = Buffer.from(']}');

export function* writeBands({ analyzedAt, parts }: BandsAnswer): Generator<Buffer> {
  const out = new ByteWriter();
  const runs = JSON.stringify(parts.map(describeRun));
  out.text(`{"analyzedTime":"${formatUtc(analyzedAt)}","runs":${runs},"data":[`);
  const times = utcTimeWriter();
  let isFirst = true;
  for (const part of parts) {
    const opening = openingOf(part);
    const levels = part.bands.map(({ level }, i) =>
      Buffer.from(`${i > 0 ? ',' : ''}{"level":${level},"lower":`),
    );
    const { times: stamps, values } = part.points;
    for (let i = 0; i < stamps.length; i++) {
      if (!isFirst) out.byte(44);
      isFirst = false;
      out.fragment(opening);
      times.write(stamps[i]!, out);
      out.fragment(VALUE);
      out.number(values[i]!);
      out.fragment(BANDS);
      for (let b = 0; b < levels.length; b++) {
        out.fragment(levels[b]!);
        out.number(part.bands[b]!.lower[i]!);
        out.fragment(UPPER);
        out.number(part.bands[b]!.upper[i]!);
        out.byte(125);
      }
      out.fragment(END);
      if (out.isFull) yield out.take();
    }
  }
  out.text(']}');
  yield out.take();
}

const describeRun = ({ area, category, source, detail, bands }: BandedPart) => ({
  area: area.code,
  seriesName: category.name,
  source,
  tier: detail?.tier ?? null,
  historyDays: detail?.historyDays ?? null,
  members: detail?.members ?? [],
  drivers: detail?.drivers ?? [],
  notes: detail?.notes ?? [],
  bands: bands.map(({ level }) => level),
});
