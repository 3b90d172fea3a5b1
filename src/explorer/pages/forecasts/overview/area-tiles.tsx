// The areas as tiles on a rough map, coloured by the newest run's mean. A mean of a day that is over has
// no colour, and a tile of another day than the heading's says its own. A mean of a part of a day is hatched and
// has no colour either. The tiles are one stop for the Tab key; arrows move, Enter chooses.

import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react';
import {
  type DatedFigure,
  type DatedFigures,
  isComparable,
  tileDay,
} from '#explorer/pages/forecasts/overview/dated-figures.ts';
import { RampKey } from '#explorer/pages/forecasts/overview/ramp-key.tsx';
import {
  type Direction,
  neighbourOf,
  TILES,
} from '#explorer/pages/forecasts/overview/tile-layout.ts';
import { signedTileText, tileText } from '#explorer/pages/forecasts/overview/tile-text.ts';
import { useFresh } from '#explorer/parts/fresh/use-fresh.ts';
import { LockIcon } from '#explorer/parts/lock-icon.tsx';
import { paintUnderText, positionOn, type Scale, scaleOf } from '#view/heatmap/colour-ramp';
import { dayText } from '#view/runs/issue-text';
import { areaText } from '#view/values/area-text';
import { decimalsFor, formatValue } from '#view/values/value-text';

interface AreaTilesProps {
  readonly dated: DatedFigures;
  readonly chosen: string;
  /** What the figures are of: others are no change of them. */
  readonly subject: string;
  readonly onChoose: (area: string) => void;
}

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

export function AreaTiles({ dated, chosen, subject, onChoose }: AreaTilesProps) {
  const grid = useRef<HTMLDivElement>(null);
  const [reached, setReached] = useState<string>();
  const isTile = (area: string | undefined): boolean => TILES.some((tile) => tile.area === area);
  const stop = isTile(reached) ? reached : isTile(chosen) ? chosen : TILES[0]!.area;
  const byArea = new Map(dated.figures.map((figure) => [figure.area, figure]));
  const scale = scaleOf(
    dated.figures.flatMap((figure) => (isComparable(figure) ? (figure.mean ?? []) : [])),
  );

  const onKeyDown = (event: KeyboardEvent): void => {
    const direction = ARROWS[event.key];
    if (!direction || !stop || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = neighbourOf(stop, direction);
    setReached(next);
    grid.current?.querySelector<HTMLElement>(`[data-area="${next}"]`)?.focus();
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid everywhere */}
      <div
        className="tiles"
        role="group"
        aria-label="Areas"
        aria-describedby="tiles-keys"
        ref={grid}
        onKeyDown={onKeyDown}
      >
        {TILES.map(({ area, row, column }) => (
          <Tile
            key={area}
            {...{ area, dated, subject }}
            figure={byArea.get(area)}
            style={styleOf(row, column, byArea.get(area), scale)}
            isChosen={area === chosen}
            isStop={area === stop}
            onChoose={() => {
              setReached(area);
              onChoose(area);
            }}
          />
        ))}
      </div>
      <p className="hidden-text" id="tiles-keys">
        Arrow keys move between areas, Enter chooses.
      </p>
      {scale && <RampKey scale={scale} />}
    </>
  );
}

interface TileProps extends TileFigureProps {
  readonly area: string;
  readonly style: CSSProperties;
  readonly subject: string;
  readonly isChosen: boolean;
  /** Whether the Tab key stops here. */
  readonly isStop: boolean;
  readonly onChoose: () => void;
}

function Tile({ area, figure, dated, subject, style, isChosen, isStop, onChoose }: TileProps) {
  return (
    <button
      type="button"
      data-area={area}
      className={classOf(figure)}
      style={style}
      title={titleOf(area, figure, dated)}
      aria-pressed={isChosen}
      tabIndex={isStop ? 0 : -1}
      onClick={onChoose}
      {...useFresh(figure?.mean, subject)}
    >
      <span className="tile-area">{area}</span>
      <TileFigure figure={figure} dated={dated} />
      <span className="hidden-text">, {areaText(area)}</span>
    </button>
  );
}

interface TileFigureProps {
  readonly figure: DatedFigure | undefined;
  readonly dated: DatedFigures;
}

function TileFigure({ figure, dated }: TileFigureProps) {
  if (!figure) return <span className="tile-figure"> </span>;
  if (!figure.subscribed) {
    return (
      <span className="tile-figure">
        <LockIcon className="tile-lock" />
        <span className="hidden-text">outside your plan</span>
      </span>
    );
  }
  if (figure.mean === null) {
    return (
      <span className="tile-figure">
        <span aria-hidden="true">–</span>
        <span className="hidden-text">no run</span>
      </span>
    );
  }
  const { day, mean, unit, hours } = figure;
  return (
    <>
      <span className="tile-figure">
        {tileText(mean)}
        <span className="hidden-text">{` ${unit}, ${meanText(figure, dated)}`}</span>
      </span>
      {day !== undefined && (hours !== undefined || day !== dated.day) ? (
        <span className="tile-day" aria-hidden="true">
          {hours?.replace(' of ', '/') ?? tileDay(day, dated.today)}
        </span>
      ) : (
        figure.change !== undefined && (
          <span className="tile-change" aria-hidden="true">
            {signedTileText(figure.change)}
          </span>
        )
      )}
    </>
  );
}

/**
 * Writes `mean of Sat 14 Nov, vendor`, `mean of 10 of 24 h of Sat 14 Nov, vendor`, or
 * `mean of Mon 24 Dec 2018, vendor, an old run`. A change against today follows: `, 3.20 more than today`.
 */
function meanText(figure: DatedFigure, { today }: DatedFigures): string {
  const { day, source, isOld, hours, change } = figure;
  const of = [hours, day === undefined ? undefined : dayText(day, today)].filter(Boolean);
  const text = `${['mean', ...of].join(' of ')}, ${source}`;
  if (isOld) return `${text}, an old run`;
  return change === undefined ? text : `${text}, ${changeWords(change)} today`;
}

/** Writes `3.20 more than` or `3.20 less than`. */
function changeWords(change: number): string {
  const size = Math.abs(change);
  return `${formatValue(size, decimalsFor(Math.max(1, size)))} ${change < 0 ? 'less' : 'more'} than`;
}

const classOf = (figure: DatedFigure | undefined): string =>
  ['tile', figure?.isOld && 'is-old', figure?.hours && 'is-partial'].filter(Boolean).join(' ');

function titleOf(area: string, figure: DatedFigure | undefined, dated: DatedFigures): string {
  const name = areaText(area);
  if (!figure) return name;
  if (!figure.subscribed) return `${name}: outside your plan`;
  return figure.mean === null
    ? `${name}: no run`
    : `${name}: ${formatValue(figure.mean)} ${figure.unit}, ${meanText(figure, dated)}`;
}

function styleOf(
  row: number,
  column: number,
  figure: DatedFigure | undefined,
  scale: Scale | undefined,
): CSSProperties {
  const cell = { gridRow: row, gridColumn: column };
  if (!scale || !figure || figure.mean === null || !isComparable(figure)) return cell;
  const position = positionOn(scale, figure.mean);
  const [light, dark] = [paintUnderText(position, 'light'), paintUnderText(position, 'dark')];
  const paints = {
    '--tile-light': light.fill,
    '--tile-light-ink': light.ink,
    '--tile-dark': dark.fill,
    '--tile-dark-ink': dark.ink,
  };
  return { ...cell, ...paints } as CSSProperties;
}
