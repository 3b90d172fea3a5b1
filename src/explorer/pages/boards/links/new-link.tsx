// A link that was just made: its address, shown once, to copy as it is or as HTML.

import { useEffect, useRef } from 'react';
import type { LinkMade } from '#contract/boards';
import { imageHtml } from '#explorer/pages/boards/links/image-html.ts';
import { CopyButton } from '#explorer/parts/copy/copy-button.tsx';

interface NewLinkProps {
  readonly made: LinkMade;
  /** The board's name. */
  readonly name: string;
}

export function NewLink({ made, name }: NewLinkProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const address = window.location.origin + made.picture;
  return (
    <div className="notice warn links-new">
      <p role="status">
        <strong>Copy the link now:</strong> it is not shown again, only its hash is kept.
      </p>
      <input
        ref={field}
        className="mono"
        readOnly
        aria-label="Address of the picture"
        value={address}
        onFocus={({ target }) => target.select()}
      />
      <p className="board-actions">
        <CopyButton title="Copy address" text={() => address} />
        <CopyButton
          title="Copy HTML"
          hint="An image element for a mail or a page"
          text={() => imageHtml(address, name)}
        />
        <a className="button" href={made.picture} target="_blank" rel="noreferrer">
          Open it
        </a>
      </p>
    </div>
  );
}
