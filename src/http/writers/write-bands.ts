// Forecast answers with bands as bytes.

import { ByteWriter } from '#bytes/byte-writer';
import { formatUtc } from '#core/time/instant';
import { PointHead } from '#http/writers/write-forecast';
import type { BandedPart, BandsAnswer } from '#service/forecasts/read-bands';

const COMMA = 44;
const CLOSING_BRACE = 125;
const BANDS = Buffer.from(',"bands":[');
const UPPER = Buffer.from(',"upper":');
const QUANTILES = Buffer.from('],"quantiles":[');
const END = Buffer.from(']}');

export function* writeBands({ analyzedAt, parts }: BandsAnswer): Generator<Buffer> {
  const out = new ByteWriter();
  const runs = JSON.stringify(parts.map(describeRun));
  out.text(`{"analyzedTime":"${formatUtc(analyzedAt)}","runs":${runs},"data":[`);
  let isFirst = true;
  for (const part of parts) {
    const head = new PointHead(part);
    const levels = part.bands.map(({ level }, i) =>
      Buffer.from(`${i > 0 ? ',' : ''}{"level":${level},"lower":`),
    );
    const percents = part.quantiles.map(({ percent }, i) =>
      Buffer.from(`${i > 0 ? ',' : ''}{"percent":${percent},"value":`),
    );
    for (let i = 0; i < part.points.times.length; i++) {
      if (!isFirst) out.byte(COMMA);
      isFirst = false;
      head.write(i, out);
      out.fragment(BANDS);
      for (let b = 0; b < levels.length; b++) {
        out.fragment(levels[b]!);
        out.number(part.bands[b]!.lower[i]!);
        out.fragment(UPPER);
        out.number(part.bands[b]!.upper[i]!);
        out.byte(CLOSING_BRACE);
      }
      if (percents.length > 0) out.fragment(QUANTILES);
      for (let q = 0; q < percents.length; q++) {
        out.fragment(percents[q]!);
        out.number(part.quantiles[q]!.values[i]!);
        out.byte(CLOSING_BRACE);
      }
      out.fragment(END);
      if (out.isFull) yield out.take();
    }
  }
  out.text(']}');
  yield out.take();
}

const describeRun = ({ area, category, source, detail, bands, percents }: BandedPart) => ({
  area: area.code,
  seriesName: category.name,
  source,
  tier: detail?.tier ?? null,
  historyDays: detail?.historyDays ?? null,
  members: detail?.members ?? [],
  drivers: detail?.drivers ?? [],
  notes: detail?.notes ?? [],
  bands: bands.map(({ level }) => level),
  ...(percents.length === 0 ? {} : { quantiles: percents }),
});
