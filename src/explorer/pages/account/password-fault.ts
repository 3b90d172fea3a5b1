// What the server says against a password that was given again to change keys.

import { ApiError } from '#client/api-error';

/** The message about the field `password`; undefined if the error is about something else. */
export const passwordFaultOf = (error: Error | undefined): string | undefined =>
  error instanceof ApiError
    ? error.fields.find(({ field }) => field === 'password')?.message
    : undefined;
