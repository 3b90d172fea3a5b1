// What the server says to a write that it refuses, in the form that sent it.

import { ApiError } from '#client/api-error';

export function RefusedWrite({ error }: { readonly error: Error | undefined }) {
  if (!error) return null;
  return (
    <p className="notice bad" role="alert">
      {isOutsideRole(error) ? patternsText(error) : error.message}
    </p>
  );
}

/** Whether a writer may not write the series. That is no matter of the plan, of which a problem with its status speaks. */
export const isOutsideRole = (error: Error | undefined): error is ApiError =>
  error instanceof ApiError && error.code === 'series_not_writable';

const patternsText = ({ fields }: ApiError): string =>
  `Not written: this series is not yours to write. Yours are ${fields[0]?.allowed?.join(', ')}.`;
