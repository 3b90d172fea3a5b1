// Today and tomorrow of every area: the table of the start page, or its highest and lowest.

import { PanelContent } from '#explorer/pages/boards/panels/panel-content.tsx';
import type { PanelProps } from '#explorer/pages/boards/panels/panel-props.ts';
import { startFigures } from '#explorer/pages/boards/panels/start-figures.ts';
import { FigureList } from '#explorer/pages/boards/parts/figure-list.tsx';
import { DayTable } from '#explorer/pages/start/day-table.tsx';
import { useDayFigures } from '#explorer/pages/start/use-day-figures.ts';
import type { StartView } from '#view/address/address';
import '#explorer/pages/start/start.css';

export function StartPanel({ view, part }: PanelProps<StartView>) {
  return (
    <PanelContent loaded={useDayFigures(view.category)}>
      {(answer) => {
        if (answer.areas.length === 0) return <p>Your plan has no area with such values.</p>;
        return part === 'figures' ? (
          <FigureList
            label={`Figures in ${answer.areas[0]!.unit}`}
            figures={startFigures(answer)}
          />
        ) : (
          <DayTable answer={answer} />
        );
      }}
    </PanelContent>
  );
}
