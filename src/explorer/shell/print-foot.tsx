// The last line of a printed page: what server it is from, at which address, and when it was made. It brings the
// style of paper.

import { useState } from 'react';
import { usePrinting } from '#explorer/parts/use-printing.ts';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { useServerNow } from '#explorer/state/server-now.ts';
import { formatMoment, zoneLabelAt } from '#view/values/time-text';
import '#explorer/styles/print.css';

export function PrintFoot() {
  const about = useAbout();
  const now = useServerNow(about);
  const zone = marketZoneOf(about);
  const isPrinting = usePrinting();
  const [origin] = useState(() => window.location.origin);
  return (
    <p className="print-foot">
      {about.demo && 'Synthetic demo data. '}
      Gridtide, {isPrinting ? window.location.href : origin}. Made {formatMoment(now, zone)}{' '}
      {zoneLabelAt(now, zone)}.
    </p>
  );
}
