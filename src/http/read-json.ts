// Reading JSON bodies: strict UTF-8 (a BOM is allowed: spreadsheets send one), no prototype keys.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#core/errors';

const decoder = new TextDecoder('utf-8', { fatal: true });

export function addJsonParser(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer, done) => {
      let text: string;
      try {
        text = decoder.decode(body);
      } catch {
        done(new Refusal('json_invalid', 'the body is not valid UTF-8'));
        return;
      }
      // Some clients name a media type with every request, also with a DELETE that has no body.
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

/** The parser's own words where they name a place, without the excerpt of the body they may carry. */
function describe(error: Error, text: string): string {
  if (text.trim() === '') return 'the body is empty; a JSON object is needed';
  const place = /at position \d+(?: \(line \d+ column \d+\))?/.exec(error.message)?.[0];
  return `the body is not valid JSON${place ? ` ${place}` : ''}`;
}
