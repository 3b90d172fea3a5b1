// GET …/days: base and peak of yesterday, today and tomorrow for every area of the plan, in one answer.

import type { FastifyInstance } from 'fastify';
import { DayFiguresAnswer, DayFiguresQuery } from '#contract/day-figures';
import { DAY_MS, formatUtc, type Instant } from '#core/time/instant';
import { etagOf, isUnchanged } from '#http/answer/conditional';
import { addRoute } from '#http/openapi/route';
import { callerOf } from '#http/request/request-facts';
import type { ServiceContext } from '#service/context';
import { parseCategory } from '#service/forecasts/parse-forecast-request';
import { readFromOneState } from '#service/one-state';
import type { AreaDays, PlanDays } from '#service/series/day-figures';

export function addDaysRoute(app: FastifyInstance, context: ServiceContext): void {
  addRoute<{ Querystring: DayFiguresQuery }>(app, {
    method: 'GET',
    url: '/api/v1/power-balance-forecast/days',
    access: 'bearer',
    tag: 'Forecasts',
    summary: 'Base and peak of yesterday, today and tomorrow, area by area',
    description:
      'Each figure is what GET /api/v1/series/{seriesId} answers with resolution=day or resolution=peak. Areas that the plan does not include are left out.',
    querystring: DayFiguresQuery,
    answer: DayFiguresAnswer,
    refuses: ['field_invalid', 'data_damaged'],
    handler: async (request, reply) => {
      const { query, now, stopwatch } = request;
      const category = parseCategory(query.balanceCategory);
      const source = query.source?.trim() || undefined;
      const { readPlanDays } = await import('#service/series/day-figures');
      const days = await stopwatch.time('read', () =>
        readFromOneState(context, undefined, 'asOf', (present) =>
          readPlanDays({ category, source, now }, callerOf(request), present),
        ),
      );
      const answer = describe(days);
      if (isUnchanged(request, reply, etagOf('days', JSON.stringify(answer)), null))
        return reply.send();
      return answer;
    },
  });
}

const describe = ({ category, categories, days, areas }: PlanDays): DayFiguresAnswer => ({
  balanceCategory: category.name,
  categories: categories.map(({ name }) => name),
  days: days.map((day) => formatUtc(day * DAY_MS).slice(0, 10)),
  areas: areas.map(describeArea),
});

const textOf = (instant: Instant | undefined): string | null =>
  instant === undefined ? null : formatUtc(instant);

const describeArea = ({ area, series, lastAt, isLate, run, base, peak }: AreaDays) => ({
  area: area.code,
  description: area.description,
  seriesId: series.code,
  unit: series.unit,
  lastTime: textOf(lastAt),
  late: isLate,
  analyzedTime: textOf(run?.analyzedAt),
  source: run?.source ?? null,
  days: base.map((figure, i) => ({ base: figure ?? null, peak: peak[i] ?? null })),
});
