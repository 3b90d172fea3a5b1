// A field for the password: it can be shown, and it says whether Caps Lock is on.

import { type KeyboardEvent, type RefObject, useId, useState } from 'react';

interface PasswordFieldProps {
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly value: string;
  readonly isRefused: boolean;
  readonly onChange: (password: string) => void;
}

export function PasswordField({ ref, value, isRefused, onChange }: PasswordFieldProps) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  const [isCapsLock, setCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent): void =>
    setCapsLock(event.getModifierState('CapsLock'));
  return (
    <div className="field">
      <label htmlFor={id}>Password</label>
      <span className="sign-in-password">
        <input
          ref={ref}
          id={id}
          name="password"
          type={isShown ? 'text' : 'password'}
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          required
          aria-invalid={isRefused}
          aria-describedby={`${id}-note`}
          value={value}
          onChange={(event) => onChange(event.target.value)}
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
  );
}
