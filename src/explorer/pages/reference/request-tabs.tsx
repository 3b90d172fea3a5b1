// The request of an operation in several languages. The language chosen holds for all operations, and is
// kept.

import { CodeBlock } from '#explorer/pages/reference/code-block.tsx';
import {
  canWrite,
  type WrittenRequest,
  writeRequest,
} from '#explorer/pages/reference/request-text.ts';
import { Tabs, tabIdOf } from '#explorer/parts/choices.tsx';
import { SNIPPET_LANGUAGES } from '#explorer/parts/snippets/snippet-languages.ts';
import { setPreference, usePreferences } from '#explorer/state/preferences.ts';

interface RequestTabsProps {
  /** The id of the operation. */
  readonly id: string;
  readonly summary: string;
  readonly request: WrittenRequest;
}

export function RequestTabs({ id, summary, request }: RequestTabsProps) {
  const { language: chosen } = usePreferences();
  const languages = SNIPPET_LANGUAGES.filter(({ value }) => canWrite(value, request));
  const { value: language, title } =
    languages.find(({ value }) => value === chosen) ?? languages[0]!;
  const panelId = `${id}-request`;
  return (
    <div className="reference-request">
      <Tabs
        label={`Language: ${summary}`}
        options={languages}
        value={language}
        panelId={panelId}
        onChoose={(next) => setPreference('language', next)}
      />
      <div id={panelId} role="tabpanel" aria-labelledby={tabIdOf(panelId, language)}>
        <CodeBlock
          title={`Request, ${title}`}
          label={`Request: ${summary}`}
          text={writeRequest(language, request)}
          canCopy
        />
      </div>
    </div>
  );
}
