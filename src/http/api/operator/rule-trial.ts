// GET /api/operator/series/{code}/rule/trial: what a rule would have held, before it is set.

import type { FastifyInstance } from 'fastify';
import { CodeParams } from '#contract/operator';
import { RuleTrialAnswer, RuleTrialQuery } from '#contract/operator-review';
import { refuseField } from '#core/errors';
import { quoteGiven } from '#core/nearest';
import { formatUtc } from '#core/time/instant';
import { addOperatorRead } from '#http/api/operator/operator-route';
import { codeOf } from '#http/api/operator/series';
import type { OperatorParts } from '#http/request/server-parts';
import { gridOfSeries } from '#service/context';
import { findSeriesOrRefuse } from '#service/series/find-series';

const MOST_SHOWN = 20;

/** Loaded with the first trial: most requests do not need it. */
const loadTrial = () =>
  Promise.all([import('#service/operator/operator-review'), import('#service/operator/try-rule')]);

export function addRuleTrial(app: FastifyInstance, { store, context }: OperatorParts): void {
  addOperatorRead<{ Params: CodeParams; Querystring: RuleTrialQuery }>(app, {
    url: '/api/operator/series/:code/rule/trial',
    summary: 'What a rule would have held of the last year',
    description: `Nothing is written. The 365 days up to the series' last value are judged as if they arrived now. At most ${MOST_SHOWN} held values are listed, the newest first.`,
    params: CodeParams,
    querystring: RuleTrialQuery,
    answer: RuleTrialAnswer,
    refuses: ['field_missing', 'field_invalid', 'series_unknown'],
    handler: async (request): Promise<RuleTrialAnswer> => {
      const { minimum, maximum, largestStep } = request.query;
      const [{ readRule }, { tryRule }] = await loadTrial();
      const rule = readRule({
        minimum: readBound(minimum, 'minimum'),
        maximum: readBound(maximum, 'maximum'),
        largestStep: readBound(largestStep, 'largestStep'),
      });
      const code = codeOf(request);
      const series = await findSeriesOrRefuse(store, code, 'code');
      const grid = gridOfSeries(series, context.zone);
      const trial = await tryRule(store, series, rule, grid);
      const timeOf = (index: number): string => formatUtc(grid.startOf(index));
      return {
        seriesId: code,
        from: trial ? timeOf(trial.start) : null,
        to: trial ? timeOf(trial.end) : null,
        checked: trial?.checked ?? 0,
        held: trial?.held.length ?? 0,
        newest: (trial?.held ?? [])
          .slice(-MOST_SHOWN)
          .reverse()
          .map(({ index, value, reason }) => ({ time: timeOf(index), value, reason })),
      };
    },
  });
}

/** Reads a number; null if it is left out or empty. */
function readBound(given: string | undefined, field: string): number | null {
  const text = (given ?? '').trim();
  if (text === '') return null;
  const bound = Number(text);
  if (Number.isFinite(bound)) return bound;
  throw refuseField('field_invalid', field, `not a number: ${quoteGiven(given!)}`);
}
