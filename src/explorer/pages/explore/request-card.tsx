// The request behind Explore, in four languages.

import { useEffect, useState } from 'react';
import { type SnippetRequest, writeCurl } from '#explorer/pages/explore/curl-snippet.ts';
import type { writeSnippet } from '#explorer/pages/explore/snippets.ts';
import { SnippetCard } from '#explorer/parts/snippets/snippet-card.tsx';
import type { SnippetLanguage } from '#explorer/parts/snippets/snippet-languages.ts';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { usePreferences } from '#explorer/state/preferences.ts';
import type { ExploreView } from '#view/address/explore-address';

export function RequestCard({ view }: { readonly view: ExploreView }) {
  const { language } = usePreferences();
  const text = useSnippet(language, { ...view, origin: window.location.origin });
  return (
    <SnippetCard text={text}>
      is a token from <code>POST /api/v1/auth</code>, or an API key of{' '}
      <ViewLink to={{ page: 'account' }}>your account</ViewLink>, which does not expire.
    </SnippetCard>
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
