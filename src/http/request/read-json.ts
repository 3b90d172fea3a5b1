// JSON bodies: strict UTF-8 (a BOM is allowed: spreadsheets send one), no prototype keys, at most 32 levels.
// Duplicate keys: the last wins. The body is parsed only here, so what is checked is what is used.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#core/errors';
import { isNestedDeeper, MOST_LEVELS } from '#http/request/json-depth';

const decoder = new TextDecoder('utf-8', { fatal: true });

export function addJsonParser(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer, done) => {
      if (isNestedDeeper(body, MOST_LEVELS)) {
        done(new Refusal('json_invalid', `the body is nested deeper than ${MOST_LEVELS} levels`));
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

/** Says what is wrong, with the place if the parser names one, without the parser's excerpt of the body. */
function describe(error: Error, text: string): string {
  if (text.trim() === '') return 'the body is empty; a JSON object is needed';
  const place = /at position \d+(?: \(line \d+ column \d+\))?/.exec(error.message)?.[0];
  return `the body is not valid JSON${place ? ` ${place}` : ''}`;
}
