// What changed since a time: the table of areas, or the three largest changes.

import { useMemo } from 'react';
import type { ChangesAnswer } from '#contract/changes';
import type { Zone } from '#core/time/zone';
import { PanelContent } from '#explorer/pages/boards/panels/panel-content.tsx';
import type { PanelProps } from '#explorer/pages/boards/panels/panel-props.ts';
import { FigureList, type ShownFigure } from '#explorer/pages/boards/parts/figure-list.tsx';
import { ChangeTable } from '#explorer/pages/changes/change-table.tsx';
import { useChanges } from '#explorer/pages/changes/use-changes.ts';
import { marketZoneOf, shownZone, useAbout } from '#explorer/state/about.ts';
import { useServerNow } from '#explorer/state/server-now.ts';
import type { ChangesView } from '#view/address/changes-address';
import { rowsOf } from '#view/tables/change-rows';
import { readInstant } from '#view/values/series-facts';
import { signedText } from '#view/values/signed-text';
import { formatMoment } from '#view/values/time-text';
import { decimalsFor, formatValue } from '#view/values/value-text';
import '#explorer/pages/changes/changes.css';

const MOST_FIGURES = 3;

export function ChangesPanel({ view, part }: PanelProps<ChangesView>) {
  const about = useAbout();
  const now = useServerNow(about);
  const zone = shownZone(about, view.zone);
  const changes = useChanges(view, { now, market: marketZoneOf(about), shown: zone });
  return (
    <PanelContent loaded={changes}>
      {(answer) => <Changes view={view} part={part} answer={answer} zone={zone} />}
    </PanelContent>
  );
}

interface ChangesProps extends Pick<PanelProps<ChangesView>, 'view' | 'part'> {
  readonly answer: ChangesAnswer;
  readonly zone: Zone;
}

function Changes({ view, part, answer, zone }: ChangesProps) {
  const rows = useMemo(() => rowsOf(answer, view.order), [answer, view.order]);
  if (rows.length === 0) return <p>Your plan has no area with hours of today and tomorrow.</p>;
  if (part === 'figures') return <FigureList label="Largest changes" figures={figuresOf(answer)} />;
  return (
    <>
      <ChangeTable view={view} rows={rows} chosen={view.area} zone={zone} />
      <p className="small dim">Less as known on {formatMoment(readInstant(answer.since), zone)}</p>
    </>
  );
}

/** The areas whose mean changed most. */
const figuresOf = (answer: ChangesAnswer): ShownFigure[] =>
  rowsOf(answer, 'mean')
    .slice(0, MOST_FIGURES)
    .map(({ description, unit, mean, meanThen, meanNow }) => {
      const decimals = decimalsFor(Math.abs(meanNow ?? 0));
      const [earlier, current] = [meanThen, meanNow].map((value) => formatValue(value, decimals));
      return {
        name: description,
        text: signedText(mean, decimals),
        note: `${earlier} → ${current} ${unit}`,
      };
    });
