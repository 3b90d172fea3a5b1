// Runs a GET operation with the user's token: fields for its parameters, then the answer's beginning.

import { type FormEvent, useEffect, useRef, useState } from 'react';
import { CodeBlock } from '#explorer/pages/reference/code-block.tsx';
import {
  addressOf,
  type ParameterValues,
  parametersOf,
} from '#explorer/pages/reference/example-request.ts';
import type { ReferenceOperation } from '#explorer/pages/reference/read-openapi.ts';
import { type TriedAnswer, tryRequest } from '#explorer/pages/reference/try-request.ts';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { useSession } from '#explorer/state/session.ts';

interface TryItProps {
  readonly operation: ReferenceOperation;
  readonly values: ParameterValues;
  readonly onChange: (values: ParameterValues) => void;
}

export function TryIt({ operation, values, onChange }: TryItProps) {
  const session = useSession();
  const [answer, setAnswer] = useState<TriedAnswer>();
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);
  const aborter = useRef<AbortController>(undefined);
  useEffect(() => () => aborter.current?.abort(), []);

  if (!session && operation.caller === 'token')
    return (
      <p className="small dim">
        <ViewLink to={{ page: 'account' }}>Sign in</ViewLink> to try it from here.
      </p>
    );

  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    aborter.current?.abort();
    aborter.current = new AbortController();
    const { signal } = aborter.current;
    setBusy(true);
    setFault('');
    tryRequest(addressOf(operation, values), session?.token, signal).then(
      (tried) => {
        setBusy(false);
        setAnswer(tried);
      },
      () => {
        if (signal.aborted) return;
        setBusy(false);
        setAnswer(undefined);
        setFault('The server cannot be reached.');
      },
    );
  };

  return (
    <details className="reference-try">
      <summary>Try it</summary>
      <form onSubmit={onSubmit}>
        {parametersOf(operation).map(({ name, isRequired, example }) => (
          <div key={name} className="field">
            <label htmlFor={`${operation.id}-${name}`} className="mono">
              {name}
              {isRequired && <span aria-hidden="true"> *</span>}
            </label>
            <input
              id={`${operation.id}-${name}`}
              required={isRequired}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              placeholder={String(example ?? '')}
              value={values[name] ?? ''}
              onChange={(event) => onChange({ ...values, [name]: event.target.value })}
            />
          </div>
        ))}
        <button type="submit" className="button primary" disabled={isBusy}>
          {isBusy ? 'Sending…' : 'Send'}
        </button>
      </form>
      {fault !== '' && (
        <p className="notice bad" role="alert">
          {fault}
        </p>
      )}
      {answer && <Answer answer={answer} />}
    </details>
  );
}

function Answer({ answer }: { readonly answer: TriedAnswer }) {
  const { status, statusText, durationMs, contentType, byteCount, isWhole, text } = answer;
  const size = `${isWhole ? '' : 'more than '}${byteCount.toLocaleString('en-GB')} bytes`;
  return (
    <>
      <p role="status" className={status < 400 ? 'notice' : 'notice bad'}>
        <strong>
          {status} {statusText}
        </strong>{' '}
        in {Math.round(durationMs)} ms · {size}
      </p>
      <CodeBlock
        title={contentType}
        label="Beginning of the answer"
        text={text}
        isJson={contentType.endsWith('json')}
      />
    </>
  );
}
