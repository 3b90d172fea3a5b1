// The guides: the docs of this version, in the same frame as the API reference. They need no sign-in.

import { guideGroups, guideLoaders } from 'virtual:guides';
import { type MouseEvent, useEffect } from 'react';
import { guideToday } from '#explorer/build/guide-list.ts';
import { GuideIndex } from '#explorer/pages/guides/guide-index.tsx';
import { Loading } from '#explorer/parts/loading.tsx';
import { Problem } from '#explorer/parts/problem.tsx';
import { usePageTitle } from '#explorer/parts/use-page-title.ts';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { show } from '#explorer/state/navigation.ts';
import { useRequest } from '#explorer/state/use-request.ts';
import { type GuidesView, readAddress } from '#view/address/address';
import '#explorer/pages/guides/guides.css';

const isGuide = (name: string): boolean => Object.hasOwn(guideLoaders, name);

export function GuidesPage({ view }: { readonly view: GuidesView }) {
  const name = guideToday(view.guide, isGuide);
  return (
    <div className="guides">
      <GuideIndex current={name} />
      {name === '' ? <GuideMap /> : <Guide key={name} name={name} />}
    </div>
  );
}

/** All guides, each with a sentence. */
function GuideMap() {
  usePageTitle('Guides');
  return (
    <article className="card guide">
      <h1>Guides</h1>
      <p>
        The documentation of this version. Every operation is in the{' '}
        <ViewLink to={{ page: 'reference' }}>API reference</ViewLink>.
      </p>
      {guideGroups.map(({ title, guides }) => (
        <section key={title}>
          <h2>{title}</h2>
          <ul>
            {guides.map(({ name, title: guideTitle, about }) => (
              <li key={name}>
                <ViewLink to={{ page: 'guides', guide: name }}>{guideTitle}</ViewLink>:{' '}
                {about.replaceAll('`', '')}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </article>
  );
}

function Guide({ name }: { readonly name: string }) {
  const load = isGuide(name) ? guideLoaders[name] : undefined;
  const { data, error, retry } = useRequest(load && name, () => load!());
  usePageTitle(data?.title ?? 'Guides');
  useEffect(() => {
    if (data) document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  }, [data]);
  if (!load) return <p className="card">No guide has this address. The list beside has all.</p>;
  if (error) return <Problem error={error} onRetry={retry} />;
  if (!data) return <Loading className="card dim" />;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link is clicked by keyboard too
    <article
      className="card guide"
      onClick={followLink}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: HTML of our own docs, made by the build
      dangerouslySetInnerHTML={{ __html: data.html }}
    />
  );
}

/** Opens a link to another guide without loading the page again. */
function followLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const wantsNewTab = event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0;
  if (!link || wantsNewTab || link.origin !== window.location.origin) return;
  const view = readAddress(link.pathname);
  if (view.page !== 'guides' || link.pathname === window.location.pathname) return;
  event.preventDefault();
  show(view);
  window.history.replaceState(null, '', link.href);
  window.scrollTo(0, 0);
}
