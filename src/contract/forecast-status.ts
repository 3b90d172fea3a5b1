// Wire shape of GET …/short-term/status: how the server's own model runs stand.

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
