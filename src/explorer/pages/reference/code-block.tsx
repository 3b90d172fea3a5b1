// A block of code with its title and a button that copies it. JSON keys stand out.

import { CopyButton } from '#explorer/parts/copy/copy-button.tsx';
import '#explorer/pages/reference/code-block.css';

interface CodeBlockProps {
  readonly title: string;
  /** What the code belongs to, for screen readers. */
  readonly label: string;
  readonly text: string;
  readonly isJson?: boolean;
  readonly canCopy?: boolean;
}

export function CodeBlock({ title, label, text, isJson = false, canCopy = false }: CodeBlockProps) {
  return (
    <div className="reference-code">
      <div className="reference-code-head">
        <span className="small dim">{title}</span>
        {canCopy && (
          <CopyButton title="Copy" hint={label} className="button quiet" text={() => text} />
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls, not lines of code */}
      <pre tabIndex={0} role="group" aria-label={label}>
        <code>{isJson ? <JsonText text={text} /> : text}</code>
      </pre>
    </div>
  );
}

const KEY = /("(?:[^"\\]|\\.)*")(?=:)/;

function JsonText({ text }: { readonly text: string }) {
  return text.split(KEY).map((part, i) =>
    i % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text never move
      <span key={i} className="reference-key">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
