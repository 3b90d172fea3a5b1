// The request for all compared series at once, in four languages.

import { readFormula } from '#explorer/pages/compare/formula/formula-state.ts';
import { writeManySnippet } from '#explorer/pages/compare/table/many-snippets.ts';
import { SnippetCard } from '#explorer/parts/snippets/snippet-card.tsx';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { usePreferences } from '#explorer/state/preferences.ts';
import type { CompareView } from '#view/address/address';
import { MAX_COMPARED, MAX_FORMULAS } from '#view/address/comparison';

export function CompareRequest({ view }: { readonly view: CompareView }) {
  const { language } = usePreferences();
  const seriesIds = codesOf(view);
  if (seriesIds.length === 0) return null;
  const origin = window.location.origin;
  return (
    <SnippetCard text={writeManySnippet(language, { ...view, origin, seriesIds })}>
      is an API key of <ViewLink to={{ page: 'account' }}>your account</ViewLink>. All series over
      the span of the page are one request; shifts and formulas are made on the page.
    </SnippetCard>
  );
}

/** The codes of the series that are drawn, and of those that formulas name, each once. */
function codesOf({ series, formulas = [] }: CompareView): readonly string[] {
  const inputs = formulas
    .slice(0, MAX_FORMULAS)
    .flatMap((text) => readFormula(text).formula?.inputs ?? []);
  const all = [...series.slice(0, MAX_COMPARED), ...inputs];
  return [...new Set(all.map(({ seriesId }) => seriesId))];
}
