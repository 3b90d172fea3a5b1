// A field for the password: it can be shown, and it says whether Caps Lock is on.

import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import '#explorer/pages/account/password-field.css';

interface PasswordFieldProps {
  readonly ref?: RefObject<HTMLInputElement | null>;
  readonly label?: string;
  readonly value: string;
  readonly isRefused: boolean;
  /** What the server says against the password, shown beneath the field. */
  readonly fault?: string | undefined;
  /** Whether the field is for a password that the user chooses. */
  readonly isNew?: boolean;
  /** Whether the field may stay empty. */
  readonly isOptional?: boolean;
  readonly onChange: (password: string) => void;
}

export function PasswordField({
  ref,
  label = 'Password',
  value,
  isRefused,
  fault,
  isNew = false,
  isOptional = false,
  onChange,
}: PasswordFieldProps) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  const [isCapsLock, setCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent): void =>
    setCapsLock(event.getModifierState('CapsLock'));
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <span className="password-field">
        <input
          ref={ref}
          id={id}
          name={isNew ? 'new-password' : 'password'}
          type={isShown ? 'text' : 'password'}
          autoComplete={isNew ? 'new-password' : 'current-password'}
          autoCapitalize="none"
          spellCheck={false}
          required={!isOptional}
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
          <span className="hidden-text"> {label.toLowerCase()}</span>
        </button>
      </span>
      <p id={`${id}-note`} className={fault ? 'note bad' : 'note'} role="status">
        {isCapsLock ? 'Caps Lock is on.' : fault}
      </p>
    </div>
  );
}
