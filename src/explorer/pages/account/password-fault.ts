// What the server says against a password that was given again to change keys.

import { ApiError } from '#client/api-error';

/** The message about the field of the password; undefined if the error is about something else. */
export const passwordFaultOf = (error: Error | undefined, name = 'password'): string | undefined =>
  error instanceof ApiError ? error.fields.find(({ field }) => field === name)?.message : undefined;
