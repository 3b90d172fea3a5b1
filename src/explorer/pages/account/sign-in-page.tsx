// Signing in, at any address. The address stays, and its page follows.

import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { ApiError } from '#client/api-error';
import { formatDuration } from '#explorer/parts/duration-text.ts';
import { Problem } from '#explorer/parts/problem.tsx';
import { usePageTitle } from '#explorer/parts/use-page-title.ts';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { useAbout } from '#explorer/state/about.ts';
import { readEndedUserName, signIn } from '#explorer/state/session.ts';
import '#explorer/pages/account/sign-in-page.css';

export function SignInPage({ codeFault }: { readonly codeFault: string | undefined }) {
  const about = useAbout();
  usePageTitle('Sign in');
  const [endedUserName] = useState(readEndedUserName);
  return (
    <section className="sign-in" aria-labelledby="sign-in-title">
      <div className="card sign-in-card">
        <h1 id="sign-in-title">Sign in</h1>
        {endedUserName !== undefined && (
          <p className="notice warn" role="status">
            You were signed out because your token ended. Sign in again: you come back to the same
            page.
          </p>
        )}
        {codeFault !== undefined && (
          <p className="notice warn" role="alert">
            The link did not sign you in. {codeFault}
          </p>
        )}
        <SignInForm firstUserName={endedUserName ?? ''} />
        {about.demo && (
          <p className="small dim">
            This is the demo. The terminal that started it printed two user names (<code>demo</code>{' '}
            reads everything), their password, and a link that signs you in.
          </p>
        )}
      </div>
      <p className="small dim sign-in-more">
        No account? Ask the operator of this server. The{' '}
        <ViewLink to={{ page: 'reference' }}>API reference</ViewLink> is open to everyone.
      </p>
    </section>
  );
}

function SignInForm({ firstUserName }: { readonly firstUserName: string }) {
  const id = useId();
  const [userName, setUserName] = useState(firstUserName);
  const [password, setPassword] = useState('');
  const [isShown, setShown] = useState(false);
  const [isCapsLock, setCapsLock] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const waitSeconds = useCountdown(error);
  const [userField, passwordField] = [
    useRef<HTMLInputElement>(null),
    useRef<HTMLInputElement>(null),
  ];

  useEffect(() => {
    (firstUserName === '' ? userField : passwordField).current?.focus();
  }, [firstUserName, userField, passwordField]);

  const attempt = (): void => {
    setBusy(true);
    setError(undefined);
    // After a success this page is gone.
    signIn(userName.trim(), password).catch((fault: Error) => {
      setBusy(false);
      setError(fault);
      passwordField.current?.select();
    });
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBusy && waitSeconds === 0) attempt();
  };
  const watchCapsLock = (event: KeyboardEvent): void =>
    setCapsLock(event.getModifierState('CapsLock'));
  const isRefused = isWrong(error);

  return (
    <form className="sign-in-form" onSubmit={onSubmit}>
      <div className="field">
        <label htmlFor={`${id}-user`}>User name</label>
        <input
          ref={userField}
          id={`${id}-user`}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          aria-invalid={isRefused}
          value={userName}
          onChange={(event) => setUserName(event.target.value)}
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}-password`}>Password</label>
        <span className="sign-in-password">
          <input
            ref={passwordField}
            id={`${id}-password`}
            name="password"
            type={isShown ? 'text' : 'password'}
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            required
            aria-invalid={isRefused}
            aria-describedby={`${id}-note`}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            onKeyDown={watchCapsLock}
            onKeyUp={watchCapsLock}
            onBlur={() => setCapsLock(false)}
          />
          <button type="button" className="button quiet" onClick={() => setShown(!isShown)}>
            {isShown ? 'Hide' : 'Show'}
            <span className="hidden-text"> password</span>
          </button>
        </span>
        <p id={`${id}-note`} className="note" role="status">
          {isCapsLock && 'Caps Lock is on.'}
        </p>
      </div>
      <Fault error={error} waitSeconds={waitSeconds} onRetry={attempt} />
      <button type="submit" className="button primary" aria-disabled={isBusy || waitSeconds > 0}>
        {isBusy ? 'Signing in…' : 'Sign in'}
      </button>
    </form>
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
