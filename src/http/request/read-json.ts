// JSON bodies: strict UTF-8 (a BOM is allowed: spreadsheets send one), no prototype keys, at most 32 levels and
// 10,000 values. Duplicate keys: the last wins. The body is parsed only here, so what is checked is what is used.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#core/errors';
import { findExcess, MOST_LEVELS } from '#http/request/json-depth';

/** More than any request needs: parsing a megabyte of small values would keep others waiting. */
const MOST_VALUES = 10_000;
/** A body up to this size is parsed within a millisecond or two, however many values it has. */
const COUNTED_FROM_BYTES = 64 * 1024;

const decoder = new TextDecoder('utf-8', { fatal: true });

export function addJsonParser(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer, done) => {
      const excess = findExcess(body, MOST_LEVELS, mostValuesOf(request, body));
      if (excess) {
        done(excess === 'levels' ? tooDeep() : tooMany());
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
      void parseJson(request, text, (error, value) => {
        if (!error) done(null, value);
        else done(new Refusal('json_invalid', describe(error, text)));
      });
    },
  );
}

/** Operators were asked for their key before the body was read: only their bodies may be long lists. */
const mostValuesOf = ({ routeOptions }: FastifyRequest, body: Buffer): number =>
  body.length <= COUNTED_FROM_BYTES || routeOptions.config.access === 'operator'
    ? Number.POSITIVE_INFINITY
    : MOST_VALUES;

const tooDeep = (): Refusal =>
  new Refusal('json_invalid', `the body is nested deeper than ${MOST_LEVELS} levels`);

const tooMany = (): Refusal =>
  new Refusal(
    'body_too_large',
    `the body holds more than the ${MOST_VALUES.toLocaleString('en')} values that this path accepts`,
  );

/** Says what is wrong, with the place if the parser names one, without the parser's excerpt of the body. */
function describe(error: Error, text: string): string {
  if (text.trim() === '') return 'the body is empty; a JSON object is needed';
  const place = /at position \d+(?: \(line \d+ column \d+\))?/.exec(error.message)?.[0];
  return `the body is not valid JSON${place ? ` ${place}` : ''}`;
}
