// One operation: what it does, what to send, what it answers, and how it can be refused. Its head is always
// in the page; the rest is drawn when it comes near the part in sight.

import { memo, useRef, useState } from 'react';
import { CodeBlock } from '#explorer/pages/reference/code-block.tsx';
import {
  exampleBody,
  exampleValues,
  isRead,
  requestOf,
} from '#explorer/pages/reference/example-request.ts';
import { FieldList } from '#explorer/pages/reference/field-list.tsx';
import { InlineText } from '#explorer/pages/reference/inline-text.tsx';
import type {
  Caller,
  ReferenceOperation,
  RefusalGroup,
} from '#explorer/pages/reference/read-openapi.ts';
import { RequestTabs } from '#explorer/pages/reference/request-tabs.tsx';
import { TryIt } from '#explorer/pages/reference/try-it.tsx';
import { useNearSight } from '#explorer/parts/sight/use-near-sight.ts';
import '#explorer/pages/reference/operation-card.css';

const CALLERS: Record<Caller, string> = {
  anyone: 'Open to everyone.',
  list: 'Open to everyone unless the operator closes it; a token that is sent must be valid.',
  token: 'Needs a token or an API key.',
  body: 'Needs a token or an API key, in the header or in UserInfo of the body.',
};

interface OperationProps {
  readonly operation: ReferenceOperation;
}

export const OperationCard = memo(function OperationCard({ operation }: OperationProps) {
  const { id, method, path, summary } = operation;
  const card = useRef<HTMLElement>(null);
  const isNear = useNearSight(card);
  return (
    <article
      ref={card}
      className="card reference-operation"
      id={id}
      aria-labelledby={`${id}-title`}
      data-pending={!isNear}
    >
      <header>
        <h3 id={`${id}-title`}>
          {summary}{' '}
          <a className="reference-anchor" href={`#${id}`} aria-label={`Link to ${summary}`}>
            #
          </a>
        </h3>
        <p className="reference-path">
          <Method method={method} /> <code>{path}</code>
        </p>
      </header>
      {isNear && (
        <>
          <Told operation={operation} />
          <Shown operation={operation} />
        </>
      )}
    </article>
  );
});

function Told({ operation }: OperationProps) {
  const { description, caller, fields, refusals } = operation;
  return (
    <div className="reference-told">
      {description !== '' && (
        <p>
          <InlineText text={description} />
        </p>
      )}
      <p className="small dim">{CALLERS[caller]}</p>
      <FieldList fields={fields} />
      <Refusals refusals={refusals} />
    </div>
  );
}

/** The request, and its answer: that of this server once it was tried, an example before. */
function Shown({ operation }: OperationProps) {
  const { id, summary, answers } = operation;
  const [values, setValues] = useState(() => exampleValues(operation));
  const [bodyText, setBodyText] = useState(() => JSON.stringify(exampleBody(operation), null, 2));
  const [isTried, setTried] = useState(false);
  const body = bodyText === undefined ? undefined : parsedOr(bodyText, exampleBody(operation));
  return (
    <div className="reference-shown">
      <RequestTabs
        id={id}
        summary={summary}
        request={requestOf(operation, values, body, window.location.origin)}
      />
      {isRead(operation) && (
        <TryIt
          operation={operation}
          values={values}
          bodyText={bodyText}
          onValues={setValues}
          onBody={setBodyText}
          onAnswer={setTried}
        />
      )}
      {!isTried &&
        answers.map(({ contentType, text }) => (
          <CodeBlock
            key={contentType}
            title={`Example of the answer, ${contentType}`}
            label={`Answer as ${contentType}: ${summary}`}
            text={text}
            isJson={contentType === 'application/json'}
          />
        ))}
    </div>
  );
}

/** The value of a JSON text; `other` while the text is not JSON. */
function parsedOr(text: string, other: unknown): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return other;
  }
}

export const Method = ({ method }: { readonly method: string }) => (
  <span className="reference-method" data-method={method}>
    {method}
  </span>
);

function Refusals({ refusals }: { readonly refusals: readonly RefusalGroup[] }) {
  return (
    <details className="reference-refusals">
      <summary>Refusals: {refusals.map(({ status }) => status).join(', ')}</summary>
      <dl>
        {refusals.map(({ status, codes }) => (
          <div key={status}>
            <dt>{status}</dt>
            <dd>
              <ul>
                {codes.map(({ code, title }) => (
                  <li key={code}>
                    <a href={`/errors#${code}`}>
                      <code>{code}</code>
                    </a>{' '}
                    {title}
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
