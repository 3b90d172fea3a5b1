// The request behind a page, in four languages, to copy.

import type { ReactNode } from 'react';
import { Tabs, tabIdOf } from '#explorer/parts/choices.tsx';
import { CopyButton } from '#explorer/parts/copy/copy-button.tsx';
import { SNIPPET_LANGUAGES } from '#explorer/parts/snippets/snippet-languages.ts';
import { setPreference, usePreferences } from '#explorer/state/preferences.ts';
import '#explorer/parts/snippets/snippet-card.css';

const PANEL_ID = 'snippet-panel';

interface SnippetCardProps {
  /** The request in the language chosen; empty until it can be written. */
  readonly text: string;
  /** What the request needs, after the name of its token. */
  readonly children: ReactNode;
}

export function SnippetCard({ text, children }: SnippetCardProps) {
  const { language } = usePreferences();
  return (
    <section className="card snippet-card" aria-labelledby="snippet-title">
      <header className="snippet-card-head">
        <h2 id="snippet-title">Request</h2>
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
        <code>{language === 'excel' ? 'Token' : '$TOKEN'}</code> {children}
      </p>
    </section>
  );
}
