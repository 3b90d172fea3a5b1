// A stacked mix: the lines of one unit on top of each other, with their sum as a line.

import { useMemo } from 'react';
import type { Zone } from '#core/time/zone';
import { Chart } from '#explorer/chart/chart.tsx';
import { endLabels } from '#explorer/chart/drawing/end-labels.ts';
import { type MixLayers, mixUnderlay } from '#explorer/pages/compare/mix/mix-underlay.ts';
import { stackColumns } from '#explorer/pages/compare/mix/stack.ts';
import { OtherUnits, sameUnit } from '#explorer/pages/compare/shapes/other-units.tsx';
import type { ShapeProps } from '#explorer/pages/compare/shapes/shape-props.ts';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { useViewScope } from '#explorer/state/view-scope.ts';
import type { CompareView } from '#view/address/address';
import type { ChartSeries } from '#view/chart/chart-series';
import { layOnGrid } from '#view/compare/line-grid';
import type { ShownLine } from '#view/compare/shown-line';
import '#explorer/pages/compare/mix/mix.css';

const HEIGHT = 420;
const TOTAL = 'sum';
/** Lines with labels are solid: dashes mean forecasts. */
const LABELLED = endLabels([TOTAL], 0);
/** The sum is drawn in the colour of text. */
const TOTAL_STYLE = 2;

export function MixTab({ view, lines, zone, now, cursor, zooming, chart }: ShapeProps) {
  const market = marketZoneOf(useAbout());
  const stacked = useMemo(
    () => sameUnit(lines).filter(({ name }) => !view.hidden?.includes(name)),
    [lines, view.hidden],
  );
  const mix = useMemo(() => mixOf(stacked, market), [stacked, market]);
  const series = useMemo(() => (mix ? [totalOf(mix, stacked)] : []), [mix, stacked]);
  const underlay = useMemo(() => mix && mixUnderlay(mix), [mix]);
  return (
    <>
      <MixKey view={view} lines={sameUnit(lines)} />
      <Chart
        ref={chart}
        title={`Mix of ${stacked.map(({ label }) => label).join('; ')}`}
        series={series}
        underlay={underlay}
        includesZero
        labelled={LABELLED}
        zone={zone}
        now={now}
        height={HEIGHT}
        sharedCursor={cursor}
        zooming={zooming}
      />
      <p className="small dim">
        Only intervals that all of these lines have are drawn; negative values lie below zero.
      </p>
      <OtherUnits lines={lines} />
    </>
  );
}

function mixOf(lines: readonly ShownLine[], market: Zone): MixLayers | undefined {
  if (lines.length === 0) return undefined;
  const grid = layOnGrid(lines, market);
  return {
    ...stackColumns(grid.lines.map(({ values }) => values)),
    times: grid.times,
    endTime: grid.ends.at(-1) ?? 0,
    lines: lines.map(({ label, style, decimals }, i) => ({
      label,
      style,
      decimals,
      values: grid.lines[i]!.values,
    })),
  };
}

function totalOf(mix: MixLayers, lines: readonly ShownLine[]): ChartSeries {
  const observed = lines.flatMap(({ lastObserved }) => lastObserved ?? Number.NEGATIVE_INFINITY);
  return {
    id: 'total',
    label: TOTAL,
    unit: lines[0]!.unit,
    times: mix.times,
    values: mix.totals,
    endTime: mix.endTime,
    lastObserved: Math.min(...observed),
    decimals: Math.max(...lines.map(({ decimals }) => decimals)),
    style: TOTAL_STYLE,
  };
}

/** The colours of the layers, each with a switch. */
function MixKey({ view, lines }: { view: CompareView; lines: readonly ShownLine[] }) {
  const { show } = useViewScope();
  const hidden = view.hidden ?? [];
  const toggle = (name: string): void =>
    show(
      {
        ...view,
        hidden: hidden.includes(name) ? hidden.filter((one) => one !== name) : [...hidden, name],
      },
      { replace: true },
    );
  return (
    <ul className="chart-legend" aria-label="Layers">
      {lines.map(({ name, label, style }) => (
        <li key={style}>
          <button type="button" aria-pressed={!hidden.includes(name)} onClick={() => toggle(name)}>
            <span className={`mix-sample chart-style-${style + 1}`} aria-hidden="true" />
            <span className="chart-legend-label">{label}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
