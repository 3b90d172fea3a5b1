// One operation: what it does, what to send, what it answers, and how it can be refused.

import { memo, useState } from 'react';
import { CodeBlock } from '#explorer/pages/reference/code-block.tsx';
import { curlOf, exampleValues } from '#explorer/pages/reference/example-request.ts';
import { FieldList } from '#explorer/pages/reference/field-list.tsx';
import { InlineText } from '#explorer/pages/reference/inline-text.tsx';
import type {
  Caller,
  ReferenceOperation,
  RefusalGroup,
} from '#explorer/pages/reference/read-openapi.ts';
import { TryIt } from '#explorer/pages/reference/try-it.tsx';
import '#explorer/pages/reference/operation-card.css';

const CALLERS: Record<Caller, string> = {
  anyone: 'Open to everyone.',
  list: 'Open to everyone unless the operator closes it; a token that is sent must be valid.',
  token: 'Needs a token or an API key.',
  body: 'Needs a token or an API key, in the header or in UserInfo of the body.',
};

interface OperationCardProps {
  readonly operation: ReferenceOperation;
}

export const OperationCard = memo(function OperationCard({ operation }: OperationCardProps) {
  const { id, method, path, summary, description, caller } = operation;
  const [values, setValues] = useState(() => exampleValues(operation));
  return (
    <article className="card reference-operation" id={id} aria-labelledby={`${id}-title`}>
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
      <div className="reference-told">
        {description !== '' && (
          <p>
            <InlineText text={description} />
          </p>
        )}
        <p className="small dim">{CALLERS[caller]}</p>
        <FieldList fields={operation.fields} />
        <Refusals refusals={operation.refusals} />
      </div>
      <div className="reference-shown">
        <CodeBlock
          title="Request"
          label={`Request: ${summary}`}
          text={curlOf(operation, values, window.location.origin)}
          canCopy
        />
        {method === 'GET' && <TryIt operation={operation} values={values} onChange={setValues} />}
        {operation.answers.map(({ contentType, text }) => (
          <CodeBlock
            key={contentType}
            title={`Answer, ${contentType}`}
            label={`Answer as ${contentType}: ${summary}`}
            text={text}
            isJson={contentType === 'application/json'}
          />
        ))}
      </div>
    </article>
  );
});

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
