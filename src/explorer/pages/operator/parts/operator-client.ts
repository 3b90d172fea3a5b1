// The operator's client of the page, and what an action of an operator needs.

import { useState } from 'react';
import { ApiError } from '#client/api-error';
import { ForecastTargetsClient } from '#client/forecast-targets-client';
import { OperatorClient } from '#client/operator-client';
import { client, dropRefusedSession, dropRole } from '#explorer/state/session.ts';

export const operator = new OperatorClient(client.transport);
export const targets = new ForecastTargetsClient(client.transport);

/** Whether the server says that the user is no operator, or no longer. */
export const isRoleMissing = (error: Error | undefined): boolean =>
  error instanceof ApiError && error.code === 'operator_key_needed';

export interface OperatorAction {
  readonly isBusy: boolean;
  readonly error: Error | undefined;
  /** Runs one action at a time; the next is ignored until it is done. */
  run(act: () => Promise<unknown>, onDone?: () => void): void;
}

export function useAction(): OperatorAction {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const run: OperatorAction['run'] = (act, onDone) => {
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    act().then(
      () => {
        setBusy(false);
        onDone?.();
      },
      (fault: Error) => {
        setBusy(false);
        dropRefusedSession(fault);
        if (isRoleMissing(fault)) dropRole();
        setError(fault);
      },
    );
  };
  return { isBusy, error, run };
}
