// The headers of every answer, whatever its status and whichever code sends it.

import type { IncomingMessage } from 'node:http';
import { securityHeadersOf } from '#http/connection/security-headers';

/** The headers of an answer that is no page; `timing` is the text of Server-Timing. */
export const answerHeaders = (
  request: IncomingMessage,
  id: string,
  timing: string,
  trustProxy: boolean,
) => ({
  'x-request-id': id,
  'server-timing': timing,
  ...securityHeadersOf(request, trustProxy),
});
