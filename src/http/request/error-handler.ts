// How a request ends that fails: every refusal and every fault becomes a problem document.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { refusalOf, sendRefusal, statusOf } from '#http/answer/problem';
import type { OwnFigures } from '#http/figures/own-figures';
import { setAnswerHeaders } from '#http/request/hooks';
import { Stopwatch } from '#http/request/request-facts';

/** Answers what a hook or a handler throws. `shedding` counts the requests that are refused as too many. */
export function addErrorHandler(
  app: FastifyInstance,
  logger: Logger,
  own: OwnFigures,
  shedding: { count(): void },
): void {
  const countDamaged = own.addCounter(
    'gridtide_damaged_reads_total',
    'Requests that met damaged stored values. Run gridtide check if it grows.',
  );
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error);
    if (refusal.code === 'server_busy') shedding.count();
    if (refusal.code === 'data_damaged') countDamaged();
    if (refusal.code !== 'server_busy' && statusOf(refusal.code) >= 500) {
      const { id: requestId, routeOptions } = request;
      logger.error({ requestId, route: routeOptions.url, err: refusal.cause }, refusal.code);
    }
    return sendRefusal(refusal, request, reply);
  });
}

/** Answers a request whose address cannot be read: no hook runs for it. */
export function refuseUnreadable(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
  trustProxy: boolean,
): void {
  request.stopwatch = new Stopwatch();
  setAnswerHeaders(request, reply, trustProxy);
  void sendRefusal(refusalOf(error), request, reply);
}
