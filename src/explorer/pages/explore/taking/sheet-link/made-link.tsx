// A link that was just made: what to paste, and into what.

import { useEffect, useId, useRef, useState } from 'react';
import type { QuestionLinkMade } from '#contract/links';
import { type LinkTarget, linkText } from '#explorer/pages/explore/taking/sheet-link/link-texts.ts';
import { type Choice, Tabs, tabIdOf } from '#explorer/parts/choices.tsx';
import { CopyButton } from '#explorer/parts/copy/copy-button.tsx';
import { spreadsheetSign } from '#explorer/parts/table/spreadsheet-sign.ts';

const TARGETS: readonly Choice<LinkTarget>[] = [
  { value: 'excel', title: 'Excel' },
  { value: 'sheets', title: 'Google Sheets' },
  { value: 'power-query', title: 'Power Query' },
];

const STEPS: Readonly<Record<LinkTarget, string>> = {
  excel:
    'In Excel: Data, From Web, paste the address, then load the sheet “values”. Refresh reads it again.',
  sheets: 'Paste the formula into a cell. Google reads the link again about once an hour.',
  'power-query':
    'In Excel or Power BI: Get Data, Blank Query, Advanced Editor, paste. If you are asked how to sign in, choose Anonymous.',
};

interface MadeLinkProps {
  readonly made: QuestionLinkMade;
  readonly first: LinkTarget;
}

export function MadeLink({ made, first }: MadeLinkProps) {
  const panelId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [target, setTarget] = useState(first);
  useEffect(() => field.current?.focus(), []);
  const address = { origin: window.location.origin, link: made.link, sign: spreadsheetSign() };
  const text = linkText(target, address);
  return (
    <div className="notice warn sheet-link-made">
      <p role="status">
        <strong>Copy it now:</strong> the address is not shown again, only its hash is kept.
      </p>
      <Tabs label="For" options={TARGETS} value={target} onChoose={setTarget} panelId={panelId} />
      <div id={panelId} role="tabpanel" aria-labelledby={tabIdOf(panelId, target)}>
        <p className="small">{STEPS[target]}</p>
        <textarea
          ref={field}
          className="mono"
          readOnly
          rows={target === 'power-query' ? 10 : 3}
          aria-label="What to paste"
          value={text}
          onFocus={(event) => event.target.select()}
        />
        <CopyButton title="Copy" text={() => text} />
      </div>
    </div>
  );
}
