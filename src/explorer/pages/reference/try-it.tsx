// Runs a GET operation as the user who is signed in: fields for its parameters, then the answer's beginning.

import { type FormEvent, useEffect, useRef, useState } from 'react';
import { CodeBlock } from '#explorer/pages/reference/code-block.tsx';
import {
  addressOf,
  type ParameterValues,
  parametersOf,
} from '#explorer/pages/reference/example-request.ts';
import type { Field, ReferenceOperation } from '#explorer/pages/reference/read-openapi.ts';
import { type TriedAnswer, tryRequest } from '#explorer/pages/reference/try-request.ts';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { useSession } from '#explorer/state/session.ts';

interface TryItProps {
  readonly operation: ReferenceOperation;
  readonly values: ParameterValues;
  readonly onChange: (values: ParameterValues) => void;
}

export function TryIt({ operation, values, onChange }: TryItProps) {
  const isSignedIn = useSession() !== undefined;
  const { answer, fault, isBusy, send } = useTriedRequest();
  if (!isSignedIn && operation.caller === 'token')
    return (
      <p className="small dim">
        <ViewLink to={{ page: 'account' }}>Sign in</ViewLink> to try it from here.
      </p>
    );
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    send(addressOf(operation, values));
  };
  return (
    <details className="reference-try">
      <summary>Try it</summary>
      <form onSubmit={onSubmit}>
        {parametersOf(operation).map((field) => (
          <ParameterField
            key={field.name}
            id={`${operation.id}-${field.name}`}
            field={field}
            value={values[field.name] ?? ''}
            onChange={(text) => onChange({ ...values, [field.name]: text })}
          />
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

/** One request at a time: a new one aborts the one before. */
function useTriedRequest() {
  const [answer, setAnswer] = useState<TriedAnswer>();
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);
  const aborter = useRef<AbortController>(undefined);
  useEffect(() => () => aborter.current?.abort(), []);
  const send = (address: string): void => {
    aborter.current?.abort();
    aborter.current = new AbortController();
    const { signal } = aborter.current;
    setBusy(true);
    setFault('');
    tryRequest(address, signal).then(
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
  return { answer, fault, isBusy, send };
}

interface ParameterFieldProps {
  readonly id: string;
  readonly field: Field;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

function ParameterField({ id, field, value, onChange }: ParameterFieldProps) {
  return (
    <div className="field">
      <label htmlFor={id} className="mono">
        {field.name}
        {field.isRequired && <span aria-hidden="true"> *</span>}
      </label>
      <input
        id={id}
        required={field.isRequired}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={String(field.example ?? '')}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
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
