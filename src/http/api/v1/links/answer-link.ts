// GET /l/{link}: the question of a link, answered by the plan of its owner.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { openLink } from '#accounts/links/open-link';
import type { LinkOptions, OpenLinkParams } from '#contract/links';
import { refuseField } from '#core/errors';
import { sendSlice } from '#http/api/v1/forecasts/sliced';
import { optionsOf, readLinkFormat } from '#http/api/v1/links/link-format';
import { readPath, readSeriesQuestion, readSliceQuestion } from '#http/api/v1/links/question';
import { sendSeries } from '#http/api/v1/series';
import { refuseUnknownFields } from '#http/request/known-fields';
import { takeAllowance } from '#http/request/request-rate';
import type { LinkParts } from '#http/request/server-parts';

type LinkRequest = FastifyRequest<{ Params: OpenLinkParams; Querystring: LinkOptions }>;

export async function answerLink(request: LinkRequest, reply: FastifyReply, parts: LinkParts) {
  const { params, query: options, now, ip, stopwatch } = request;
  const { context, signIn } = parts;
  const { question, caller } = await stopwatch.time('auth', () =>
    openLink(signIn, params.link, ip, now),
  );
  request.caller = caller;
  await takeAllowance(request as FastifyRequest, reply, parts);
  const fault = refuseUnknownFields(request as FastifyRequest, undefined);
  if (fault) throw fault;
  const path = readPath(question.path);
  const query = { ...question.query, ...givenOptions(options, optionsOf(path.kind)) };
  const format = readLinkFormat(query, context.zone);
  if (path.kind === 'slice') {
    const asked = await readSliceQuestion(path, query, now, context);
    return sendSlice(request as FastifyRequest, reply, parts, { ...asked, format });
  }
  const asked = readSeriesQuestion(path, query, 'sheet' in format, now, context);
  return sendSeries(request as FastifyRequest, reply, parts, { ...asked, format });
}

/** The options that an address gives; refuses one that the question does not have. */
function givenOptions(options: LinkOptions, allowed: readonly string[]): LinkOptions {
  const given = Object.entries(options).filter(([, text]) => text.trim() !== '');
  for (const [name] of given) {
    if (!allowed.includes(name)) {
      throw refuseField('field_invalid', name, 'this link cannot be asked for it', allowed);
    }
  }
  return Object.fromEntries(given);
}
