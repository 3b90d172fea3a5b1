// Wire shapes of the server's own model runs: GET …/short-term/status, and /api/operator/forecast-targets, the series
// that are forecast besides areas and categories.

import { optionalText } from '#contract/fields';
import { entry, orNull, utc, utcOrNull } from '#contract/operator-fields';
import { type Static, Type } from '#contract/schema';

const instant = (description: string) =>
  Type.Union([Type.String(), Type.Null()], { description, examples: ['2024-05-17T06:00:00Z'] });

export const ForecastStatusAnswer = Type.Object({
  scheduled: Type.Boolean({ description: 'Whether this server makes runs on a schedule' }),
  hours: Type.Array(Type.Integer(), {
    description: 'UTC hours of the day at which runs are due',
    examples: [[6, 12]],
  }),
  dueTime: instant('The newest due time; its runs have it as analyzedTime'),
  state: Type.String({
    description: 'State of that due time: waiting, running, done or failed',
    examples: ['done'],
  }),
  late: Type.Boolean({ description: 'Not done 30 minutes after it was due' }),
  note: Type.Union([Type.String(), Type.Null()], {
    description: 'What was reported at its end',
    examples: ['105 made, 0 there already, 0 not possible'],
  }),
  lastDueTime: instant('The newest due time whose runs were made'),
  lastDoneTime: instant('When they were made'),
  nextDueTime: instant('When runs are due next'),
});
export type ForecastStatusAnswer = Static<typeof ForecastStatusAnswer>;

const name = Type.String({
  description:
    'Letters, digits, "_", "." and "-", at most 64: also the source of the runs. Case does not matter',
  examples: ['mine'],
});
const target = Type.String({
  description:
    'The series that is forecast, of hours, half hours or quarter hours; that of a formula has its name',
  examples: ['dehrprice'],
});
const drivers = Type.Unsafe<string[] | null>({
  type: ['array', 'null'],
  items: { type: 'string' },
  description: 'Series that are known ahead of the target; [] for none. Null: found by their codes',
  examples: [['dehrconsforecast']],
});
const hours = Type.Unsafe<number[] | null>({
  type: ['array', 'null'],
  items: { type: 'integer' },
  description: 'UTC hours of the day at which a run is due. Null: FORECAST_HOURS of the server',
  examples: [[5, 17]],
});
const kind = orNull<string>('string', {
  description: 'price, load, wind, solar or other. Null: guessed from the series',
  examples: ['price'],
});
const formula = orNull<string>('string', {
  description:
    'Series that are computed with + - * / min max and parentheses, in place of a target: the values are stored as a series of the name. Null: the target has values of its own',
  examples: ['dehrcons - dehrwind - dehrsolar'],
});
const unit = orNull<string>('string', {
  description: 'The unit of a formula. Null: it follows from the units of its series',
  examples: ['MWh'],
});
const area = orNull<string>('string', {
  description: 'The area whose holidays and drivers count. Null: that of the series',
  examples: ['DE'],
});

export const TargetQuery = Type.Object({
  name: optionalText('Only the target of this name', 'mine'),
  drivers: optionalText(
    'true adds which drivers a run made now would use, and why others are not used; needs name',
    'true',
  ),
});
export type TargetQuery = Static<typeof TargetQuery>;

export const TargetParams = Type.Object({ name });
export type TargetParams = Static<typeof TargetParams>;

export const TargetBody = Type.Object({
  target: Type.Optional(target),
  drivers: Type.Optional(drivers),
  hours: Type.Optional(hours),
  kind: Type.Optional(kind),
  area: Type.Optional(area),
  formula: Type.Optional(formula),
  unit: Type.Optional(unit),
});
export type TargetBody = Static<typeof TargetBody>;

const given = { name, target, drivers, hours, kind, area, formula, unit };

const used = {
  kindUsed: Type.String({ description: 'The kind that was given or guessed', examples: ['price'] }),
  areaUsed: orNull<string>('string', {
    description: 'The area that was given or found; null if there is none',
    examples: ['DE'],
  }),
};

export const TargetShape = Type.Object({
  ...given,
  ...used,
  since: utc('When the definition was last changed'),
  newestRun: utcOrNull('Time of its newest run; null without any'),
  state: Type.String({
    description: 'State of its newest due time: waiting, running, done or failed',
    examples: ['done'],
  }),
  late: Type.Boolean({ description: 'Not done 30 minutes after it was due' }),
  note: orNull<string>('string', {
    description: 'What was reported at the end of that due time',
    examples: ['1 made, 0 there already, 0 not possible'],
  }),
  nextDueTime: utcOrNull('When a run is due next; null if the server makes none'),
  problem: Type.Optional(
    orNull<string>('string', {
      description: 'Only with drivers=true: why no run can be made now; null if one can',
      examples: ['only 3 days of history; 7 are needed'],
    }),
  ),
  driversUsed: Type.Optional(
    Type.Array(
      Type.Object({
        seriesId: Type.String({ examples: ['dehrconsforecast'] }),
        used: Type.Boolean(),
        reason: orNull<string>('string', {
          description: 'Why it is not used',
          examples: ['it is not stored'],
        }),
      }),
      { description: 'Only with drivers=true' },
    ),
  ),
});
export type TargetShape = Static<typeof TargetShape>;

export const TargetsAnswer = Type.Array(TargetShape, { description: 'By name' });

export const TargetSet = Type.Object({
  entry,
  ...given,
  since: utc('When the definition was last changed'),
});

export const TargetRemoved = Type.Object({
  entry,
  name,
  removed: Type.Boolean({ description: 'false if there was none', examples: [true] }),
});
