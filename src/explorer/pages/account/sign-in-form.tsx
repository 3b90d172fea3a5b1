// User name and password, and what the server says to them.

import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { ApiError } from '#client/api-error';
import { PasswordField } from '#explorer/pages/account/password-field.tsx';
import { formatDuration } from '#explorer/parts/duration-text.ts';
import { Problem } from '#explorer/parts/problem.tsx';
import { signIn } from '#explorer/state/session.ts';

export function SignInForm({ firstUserName }: { readonly firstUserName: string }) {
  const id = useId();
  const [userName, setUserName] = useState(firstUserName);
  const [password, setPassword] = useState('');
  const [isKept, setKept] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const waitSeconds = useCountdown(error);
  const userField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);

  useEffect(() => {
    (firstUserName === '' ? userField : passwordField).current?.focus();
  }, [firstUserName]);
  const attempt = (): void => {
    setBusy(true);
    setError(undefined);
    // After a success this page is gone.
    signIn(userName.trim(), password, isKept).catch((fault: Error) => {
      setBusy(false);
      setError(fault);
      passwordField.current?.select();
    });
  };
  const mustWait = isBusy || waitSeconds > 0;
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!mustWait) attempt();
  };
  return (
    <form className="sign-in-form" onSubmit={onSubmit}>
      <div className="field">
        <label htmlFor={id}>User name</label>
        <input
          ref={userField}
          id={id}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          aria-invalid={isWrong(error)}
          value={userName}
          onChange={(event) => setUserName(event.target.value)}
        />
      </div>
      <PasswordField
        ref={passwordField}
        value={password}
        isRefused={isWrong(error)}
        onChange={setPassword}
      />
      <KeepBox isKept={isKept} onChange={setKept} />
      <Fault error={error} waitSeconds={waitSeconds} onRetry={attempt} />
      <button type="submit" className="button primary" aria-disabled={mustWait}>
        {isBusy ? 'Signing in…' : 'Sign in'}
      </button>
    </form>
  );
}

interface KeepBoxProps {
  readonly isKept: boolean;
  readonly onChange: (isKept: boolean) => void;
}

function KeepBox({ isKept, onChange }: KeepBoxProps) {
  return (
    <label className="sign-in-keep">
      <input
        type="checkbox"
        checked={isKept}
        onChange={(event) => onChange(event.target.checked)}
      />
      Keep me signed in
    </label>
  );
}

interface FaultProps {
  readonly error: Error | undefined;
  readonly waitSeconds: number;
  readonly onRetry: () => void;
}

function Fault({ error, waitSeconds, onRetry }: FaultProps) {
  if (!error) return null;
  if (isWrong(error))
    return (
      <p className="notice bad" role="alert">
        User name or password not accepted.
      </p>
    );
  if (!isThrottled(error)) return <Problem error={error} onRetry={onRetry} />;
  return (
    <p className="notice bad" role="alert">
      Too many failed sign-ins.{' '}
      {/* The number changes every second: a screen reader says only its first value. */}
      <span aria-live="off">
        {waitSeconds > 0
          ? `Try again in ${formatDuration(waitSeconds)}.`
          : 'You can try again now.'}
      </span>
    </p>
  );
}

const isWrong = (error: Error | undefined): boolean =>
  error instanceof ApiError && error.status === 401;

const isThrottled = (error: Error): boolean => error instanceof ApiError && error.status === 429;

/** The seconds until the server accepts another attempt; 0 if it does now. */
function useCountdown(error: Error | undefined): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const wait = error && isThrottled(error) ? ((error as ApiError).retryAfterSeconds ?? 0) : 0;
    setSeconds(wait);
    if (wait === 0) return undefined;
    const endMs = performance.now() + wait * 1_000;
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((endMs - performance.now()) / 1_000));
      setSeconds(left);
      if (left === 0) clearInterval(timer);
    }, 1_000);
    return () => clearInterval(timer);
  }, [error]);
  return seconds;
}
