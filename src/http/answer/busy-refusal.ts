// The refusal of a request that the server cannot answer in time.

import { Refusal } from '#core/errors';

export const RETRY_SECONDS = 1;

export const busyRefusal = (): Refusal =>
  new Refusal('server_busy', 'more is asked of this server than it can answer in time', {
    retryAfterSeconds: RETRY_SECONDS,
  });
