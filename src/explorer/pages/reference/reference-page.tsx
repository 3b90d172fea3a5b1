// The API reference, drawn from the server's own OpenAPI document. It needs no sign-in.

import { useEffect, useMemo, useState } from 'react';
import { CodeBlock } from '#explorer/pages/reference/code-block.tsx';
import { InlineText } from '#explorer/pages/reference/inline-text.tsx';
import type { OpenApiDocument } from '#explorer/pages/reference/openapi-document.ts';
import { OperationCard } from '#explorer/pages/reference/operation-card.tsx';
import {
  matchesWords,
  type Reference,
  type ReferenceGroup,
  readOpenApi,
} from '#explorer/pages/reference/read-openapi.ts';
import { ReferenceIndex } from '#explorer/pages/reference/reference-index.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { usePageTitle } from '#explorer/parts/use-page-title.ts';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { useView } from '#explorer/state/navigation.ts';
import { client } from '#explorer/state/session.ts';
import { useRequest } from '#explorer/state/use-request.ts';
import '#explorer/pages/reference/reference.css';

export function ReferencePage() {
  usePageTitle('API reference');
  const document = useRequest('openapi', (signal) =>
    client.transport.json<OpenApiDocument>('GET', '/openapi.json', { signal }),
  );
  const reference = useMemo(() => document.data && readOpenApi(document.data), [document.data]);
  if (document.error) return <Problem error={document.error} onRetry={document.retry} />;
  if (!reference)
    return (
      <p className="dim" role="status">
        Loading the reference…
      </p>
    );
  return <ReferenceView reference={reference} />;
}

function ReferenceView({ reference }: { readonly reference: Reference }) {
  const [filter, setFilter] = useFilter();
  const groups = useMemo(() => filterGroups(reference.groups, filter), [reference, filter]);
  const currentId = useOperationInSight(groups);
  useEffect(scrollToAnchor, []);
  return (
    <div className="reference">
      <ReferenceIndex groups={groups} filter={filter} onFilter={setFilter} currentId={currentId} />
      <div className="reference-body">
        <Intro reference={reference} />
        {groups.length === 0 && <p className="dim">No operation has all of these words.</p>}
        {groups.map(({ id, name, description, operations }) => (
          <section key={id} aria-labelledby={`group-${id}`} className="reference-group">
            <h2 id={`group-${id}`}>{name}</h2>
            <p className="dim">{description}</p>
            {operations.map((operation) => (
              <OperationCard key={operation.id} operation={operation} />
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}

function Intro({ reference }: { readonly reference: Reference }) {
  const body = JSON.stringify({ username: 'name', password: 'password' });
  const signIn = `TOKEN=$(curl -sS ${window.location.origin}/api/v1/auth \\
  -H 'content-type: application/json' \\
  -d '${body}' | tr -d '"')`;
  return (
    <section className="reference-intro" aria-labelledby="reference-title">
      <h1 id="reference-title">API reference</h1>
      {reference.description.split(/\n\n+/).map((paragraph) => (
        <p key={paragraph}>
          <InlineText text={paragraph} />
        </p>
      ))}
      <p>
        {reference.title} {reference.version} · <a href="/openapi.json">OpenAPI document</a> ·{' '}
        <a href="/errors">Error codes</a>
      </p>
      <p>
        Guides: <GuideLink guide="start/tour-of-the-api">a tour</GuideLink>,{' '}
        <GuideLink guide="reference/keywords">keywords</GuideLink>,{' '}
        <GuideLink guide="reference/formats">formats</GuideLink>,{' '}
        <GuideLink guide="explanation/as-of">as of then</GuideLink>,{' '}
        <GuideLink guide="reference/limits">limits</GuideLink>,{' '}
        <GuideLink guide="">all guides</GuideLink>
      </p>
      <CodeBlock title="A token for the examples" label="Getting a token" text={signIn} canCopy />
    </section>
  );
}

const GuideLink = ({ guide, children }: { readonly guide: string; readonly children: string }) => (
  <ViewLink to={{ page: 'guides', guide }}>{children}</ViewLink>
);

const filterGroups = (groups: readonly ReferenceGroup[], filter: string): ReferenceGroup[] =>
  groups
    .map((group) => ({
      ...group,
      operations: group.operations.filter((operation) => matchesWords(operation, filter)),
    }))
    .filter(({ operations }) => operations.length > 0);

/** Scrolls to the anchor, which did not exist yet when the browser looked for it. */
function scrollToAnchor(): void {
  document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
}

const readFilter = (): string => new URLSearchParams(window.location.search).get('q') ?? '';

/** The text of the filter, kept in the address as `?q=`. */
function useFilter(): [string, (text: string) => void] {
  const [filter, setFilter] = useState(readFilter);
  const view = useView();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view object is another address
  useEffect(() => setFilter(readFilter()), [view]);
  const change = (text: string): void => {
    const url = new URL(window.location.href);
    if (text === '') url.searchParams.delete('q');
    else url.searchParams.set('q', text);
    window.history.replaceState(null, '', url);
    setFilter(text);
  };
  return [filter, change];
}

/** The id of the operation in sight: the topmost below the header. */
function useOperationInSight(groups: readonly ReferenceGroup[]): string {
  const [currentId, setCurrentId] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: other groups are other elements
  useEffect(() => {
    const observer = new IntersectionObserver(
      (changes) => {
        const seen = changes.find(({ isIntersecting }) => isIntersecting);
        if (seen) setCurrentId(seen.target.id);
      },
      { rootMargin: '-90px 0px -75% 0px' },
    );
    for (const element of document.querySelectorAll('.reference-operation'))
      observer.observe(element);
    return () => observer.disconnect();
  }, [groups]);
  return currentId;
}
