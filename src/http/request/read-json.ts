// JSON bodies: strict UTF-8 (a BOM is allowed: spreadsheets send one), no prototype keys, at most 32 levels and
// 2,000 fields. Duplicate keys: the last wins. The body is parsed only here, so what is checked is what is used.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#core/errors';
import { findExcess, type JsonLimits, MOST_LEVELS } from '#http/request/json-depth';

/** More than any request needs: 64 KiB of objects with different fields take 4 ms to parse. */
const MOST_FIELDS = 2_000;
/** The same of values: parsing a megabyte of small ones would keep others waiting. */
const MOST_VALUES = 10_000;
/** The same of escaped characters, such as \n: a megabyte of them takes 4 ms to parse. */
const MOST_ESCAPES = 2_000;
/** A body up to this size is parsed within a millisecond or two, however many values it has. */
const COUNTED_FROM_BYTES = 64 * 1024;

const MOST = { fields: MOST_FIELDS, values: MOST_VALUES, escapes: MOST_ESCAPES };

const LIMITS: JsonLimits = { levels: MOST_LEVELS, fields: MOST_FIELDS };
const LIMITS_OF_LARGE: JsonLimits = {
  ...LIMITS,
  values: MOST_VALUES,
  escapes: MOST_ESCAPES,
};
/** Operators were asked for their key before the body was read: only their bodies may be long lists. */
const LIMITS_OF_OPERATORS: JsonLimits = { levels: MOST_LEVELS };

const decoder = new TextDecoder('utf-8', { fatal: true });

export function addJsonParser(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer, done) => {
      const excess = findExcess(body, limitsOf(request, body));
      if (excess) {
        done(refusalOf(excess));
        return;
      }
      let text: string;
      try {
        text = decoder.decode(body);
      } catch {
        done(new Refusal('json_invalid', 'the body is not valid UTF-8'));
        return;
      }
      // Some clients name a media type with every request, even with a DELETE that has no body.
      if (text === '' && request.method === 'DELETE') {
        done(null, undefined);
        return;
      }
      if (!/\S/.test(text)) {
        done(new Refusal('json_invalid', 'the body is empty; a JSON object is needed'));
        return;
      }
      void parseJson(request, text, (error, value) => {
        if (!error) done(null, value);
        else done(new Refusal('json_invalid', describe(error)));
      });
    },
  );
}

function limitsOf({ routeOptions }: FastifyRequest, body: Buffer): JsonLimits {
  const { access } = routeOptions.config;
  if (access === 'operator' || access === 'write') return LIMITS_OF_OPERATORS;
  return body.length <= COUNTED_FROM_BYTES ? LIMITS : LIMITS_OF_LARGE;
}

function refusalOf(excess: keyof JsonLimits): Refusal {
  if (excess === 'levels') {
    return new Refusal('json_invalid', `the body is nested deeper than ${MOST_LEVELS} levels`);
  }
  const most = MOST[excess].toLocaleString('en');
  const name = excess === 'escapes' ? 'escaped characters' : excess;
  const detail = `the body holds more than the ${most} ${name} that this path accepts`;
  return new Refusal('body_too_large', detail);
}

/** Says what is wrong, with the place if the parser names one, without the parser's excerpt of the body. */
function describe(error: Error): string {
  const place = /at position \d+(?: \(line \d+ column \d+\))?/.exec(error.message)?.[0];
  return `the body is not valid JSON${place ? ` ${place}` : ''}`;
}
