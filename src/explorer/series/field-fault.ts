// What a refusal says about one field of a request.

import { ApiError } from '#client/api-error';

/** What the server says against a field; undefined if the error is about something else. */
export const faultOfField = (error: Error | undefined, name: string): string | undefined =>
  error instanceof ApiError ? error.fields.find(({ field }) => field === name)?.message : undefined;
