// What the password is asked for again: the field, and the action that the password is sent with.

import { type FormEvent, type ReactElement, useState } from 'react';
import { PasswordField } from '#explorer/pages/account/password-field.tsx';
import { faultOfField } from '#explorer/series/field-fault.ts';
import { useAbout } from '#explorer/state/about.ts';
import { dropRefusedSession } from '#explorer/state/session.ts';

export interface PasswordAction {
  readonly field: ReactElement;
  /** What went wrong. A wrong password is left out, because the field shows it. */
  readonly error: Error | undefined;
  readonly isBusy: boolean;
  run(): void;
  onSubmit(event: FormEvent): void;
}

export function usePasswordAction<Result>(
  act: (password: string) => Promise<Result>,
  onDone: (result: Result) => void,
  label = 'Your password',
  fieldName = 'password',
): PasswordAction {
  // A user who came by a link or from a provider has no password: the server asks for a sign-in of the last minutes
  // instead. With a provider such users are many.
  const mayLack = useAbout().singleSignOn !== undefined;
  const [password, setPassword] = useState('');
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  const run = (): void => {
    setBusy(true);
    setError(undefined);
    act(password).then(
      (result) => {
        setBusy(false);
        setPassword('');
        onDone(result);
      },
      (fault: Error) => {
        setBusy(false);
        dropRefusedSession(fault);
        setError(fault);
      },
    );
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBusy) run();
  };
  const passwordFault = faultOfField(error, fieldName);
  const field = (
    <PasswordField
      label={mayLack ? `${label}, if you have one` : label}
      isOptional
      value={password}
      isRefused={passwordFault !== undefined}
      fault={passwordFault}
      onChange={setPassword}
    />
  );
  return { field, error: passwordFault ? undefined : error, isBusy, run, onSubmit };
}
