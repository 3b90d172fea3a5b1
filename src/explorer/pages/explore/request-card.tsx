// The request behind the page, in four languages, to copy.

import { useEffect, useState } from 'react';
import { type SnippetRequest, writeCurl } from '#explorer/pages/explore/curl-snippet.ts';
import type { writeSnippet } from '#explorer/pages/explore/snippets.ts';
import { Tabs, tabIdOf } from '#explorer/parts/choices.tsx';
import { CopyButton } from '#explorer/parts/copy-button.tsx';
import {
  SNIPPET_LANGUAGES,
  type SnippetLanguage,
} from '#explorer/parts/snippets/snippet-languages.ts';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { setPreference, usePreferences } from '#explorer/state/preferences.ts';
import type { ExploreView } from '#view/address/address';

const PANEL_ID = 'request-panel';

export function RequestCard({ view }: { readonly view: ExploreView }) {
  const { language } = usePreferences();
  const text = useSnippet(language, { ...view, origin: window.location.origin });
  return (
    <section className="card explore-request" aria-labelledby="request-title">
      <header className="explore-request-header">
        <h2 id="request-title">Request</h2>
        <Tabs
          label="Language"
          options={SNIPPET_LANGUAGES}
          value={language}
          panelId={PANEL_ID}
          onChoose={(chosen) => setPreference('language', chosen)}
        />
        <CopyButton title="Copy" text={() => text} />
      </header>
      <div
        id={PANEL_ID}
        role="tabpanel"
        aria-labelledby={tabIdOf(PANEL_ID, language)}
        aria-busy={text === ''}
      >
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, also by keyboard */}
        <pre tabIndex={0}>
          <code>{text}</code>
        </pre>
      </div>
      <p className="small dim">
        {language === 'excel' ? <code>Token</code> : <code>$TOKEN</code>} is a token from{' '}
        <code>POST /api/v1/auth</code>, or an API key of{' '}
        <ViewLink to={{ page: 'account' }}>your account</ViewLink>, which does not expire.
      </p>
    </section>
  );
}

/** The text of a request; empty until what writes a language other than curl is loaded. */
function useSnippet(language: SnippetLanguage, request: SnippetRequest): string {
  const [loaded, setLoaded] = useState<{ readonly write: typeof writeSnippet }>();
  useEffect(() => {
    if (language === 'curl') return;
    import('#explorer/pages/explore/snippets.ts').then(
      ({ writeSnippet: write }) => setLoaded({ write }),
      () => setLoaded(undefined),
    );
  }, [language]);
  return language === 'curl' ? writeCurl(request) : (loaded?.write(language, request) ?? '');
}
