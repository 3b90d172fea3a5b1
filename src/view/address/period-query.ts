// What a request for values asks about their periods. Pure.

import { readResolution } from '#view/address/resolution-options';

/** Values as stored are asked for without counts: each would be 1 of 1. */
export const periodQuery = (resolution: string, complete: boolean | undefined) => ({
  ...(readResolution(resolution) !== 'native' && { counts: 'true' }),
  ...(complete && { complete: 'true' }),
});
