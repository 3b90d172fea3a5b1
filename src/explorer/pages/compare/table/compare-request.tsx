// The request for all compared series at once, in four languages, to copy.

import { readFormula } from '#explorer/pages/compare/formula/formula-state.ts';
import { writeManySnippet } from '#explorer/pages/compare/table/many-snippets.ts';
import { Tabs, tabIdOf } from '#explorer/parts/choices.tsx';
import { CopyButton } from '#explorer/parts/copy-button.tsx';
import { SNIPPET_LANGUAGES } from '#explorer/parts/snippets/snippet-languages.ts';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { setPreference, usePreferences } from '#explorer/state/preferences.ts';
import type { CompareView } from '#view/address/address';
import { MAX_COMPARED, MAX_FORMULAS } from '#view/address/comparison';

const PANEL_ID = 'compare-request-panel';

export function CompareRequest({ view }: { readonly view: CompareView }) {
  const { language } = usePreferences();
  const seriesIds = codesOf(view);
  if (seriesIds.length === 0) return null;
  const text = writeManySnippet(language, { ...view, origin: window.location.origin, seriesIds });
  return (
    <section className="card compare-request" aria-labelledby="compare-request-title">
      <header className="compare-request-head">
        <h2 id="compare-request-title">Request</h2>
        <Tabs
          label="Language"
          options={SNIPPET_LANGUAGES}
          value={language}
          panelId={PANEL_ID}
          onChoose={(chosen) => setPreference('language', chosen)}
        />
        <CopyButton title="Copy" text={() => text} />
      </header>
      <div id={PANEL_ID} role="tabpanel" aria-labelledby={tabIdOf(PANEL_ID, language)}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, also by keyboard */}
        <pre tabIndex={0}>
          <code>{text}</code>
        </pre>
      </div>
      <p className="small dim">
        All series over the span of the page, in one request; shifts and formulas are made on the
        page. {language === 'excel' ? <code>Token</code> : <code>$TOKEN</code>} is an API key of{' '}
        <ViewLink to={{ page: 'account' }}>your account</ViewLink>.
      </p>
    </section>
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
