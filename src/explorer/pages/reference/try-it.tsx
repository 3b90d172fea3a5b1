// Runs an operation that only reads as the user who is signed in: fields for its parameters and its body, then
// the beginning of the answer.

import { type FormEvent, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { CodeBlock } from '#explorer/pages/reference/code-block.tsx';
import {
  addressOf,
  type ParameterValues,
  parametersOf,
} from '#explorer/pages/reference/example-request.ts';
import type { Field, ReferenceOperation } from '#explorer/pages/reference/read-openapi.ts';
import {
  type TriedAnswer,
  type TriedRequest,
  tryRequest,
} from '#explorer/pages/reference/try-request.ts';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { type Session, useSession } from '#explorer/state/session.ts';
import { formatCount } from '#view/values/value-text';

interface TryItProps {
  readonly operation: ReferenceOperation;
  readonly values: ParameterValues;
  /** JSON as typed; undefined if the operation takes no body. */
  readonly bodyText: string | undefined;
  readonly onValues: (values: ParameterValues) => void;
  readonly onBody: (text: string) => void;
  /** Whether an answer of the server is shown. */
  readonly onAnswer: (isShown: boolean) => void;
}

/** The first request is sent as soon as the part is opened. */
export function TryIt(props: TryItProps) {
  const { operation, values, bodyText, onAnswer } = props;
  const session = useSession();
  const { answer, fault, isBusy, send } = useTriedRequest();
  const isAnswered = answer !== undefined;
  useEffect(() => onAnswer(isAnswered), [isAnswered, onAnswer]);
  const hint = hintOf(operation, session);
  if (hint) return hint;
  const sendNow = (): void =>
    send({ method: operation.method, address: addressOf(operation, values), body: bodyText });
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    sendNow();
  };
  const onToggle = ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>): void => {
    if (currentTarget.open && !isAnswered && !isBusy) sendNow();
  };
  return (
    <details className="reference-try" onToggle={onToggle}>
      <summary>Try it</summary>
      <form onSubmit={onSubmit}>
        <RequestFields {...props} />
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

/** What is needed before an operation can be tried; undefined if nothing is. */
function hintOf({ caller, path }: ReferenceOperation, session: Session | undefined) {
  const isOperators = path.startsWith('/api/operator/');
  if (!session && (caller === 'token' || caller === 'body'))
    return (
      <p className="small dim">
        <ViewLink to={{ page: 'account' }}>Sign in</ViewLink>
        {isOperators ? ' as an operator' : ''} to try it from here.
      </p>
    );
  if (session && isOperators && !session.isOperator)
    return <p className="small dim">An operator can try it from here.</p>;
  return undefined;
}

function RequestFields({ operation, values, bodyText, onValues, onBody }: TryItProps) {
  const bodyId = `${operation.id}-body`;
  return (
    <>
      {parametersOf(operation).map((field) => (
        <ParameterField
          key={field.name}
          id={`${operation.id}-${field.name}`}
          field={field}
          value={values[field.name] ?? ''}
          onChange={(text) => onValues({ ...values, [field.name]: text })}
        />
      ))}
      {bodyText !== undefined && (
        <div className="field reference-try-body">
          <label htmlFor={bodyId}>Body, JSON</label>
          <textarea
            id={bodyId}
            className="mono"
            rows={Math.min(14, bodyText.split('\n').length)}
            spellCheck={false}
            autoCapitalize="none"
            value={bodyText}
            onChange={(event) => onBody(event.target.value)}
          />
        </div>
      )}
    </>
  );
}

/** One request at a time: a new one aborts the one before. */
function useTriedRequest() {
  const [answer, setAnswer] = useState<TriedAnswer>();
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);
  const aborter = useRef<AbortController>(undefined);
  useEffect(() => () => aborter.current?.abort(), []);
  const send = (request: TriedRequest): void => {
    aborter.current?.abort();
    aborter.current = new AbortController();
    const { signal } = aborter.current;
    setBusy(true);
    setFault('');
    tryRequest(request, signal).then(
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
  const size = `${isWhole ? '' : 'more than '}${formatCount(byteCount)} bytes`;
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
