// The rows of a figure as a file: the slice that the scorecard counted.

import { DownloadButton } from '#explorer/parts/download-button.tsx';
import { client } from '#explorer/state/session.ts';

interface RowsButtonProps {
  readonly title: string;
  /** The rows in words, such as `2 days ahead by gridtide`. */
  readonly what: string;
  /** The address that the interface gives for them. */
  readonly slice: string;
  readonly className?: string;
}

const CSV = { headers: { accept: 'text/csv' } };

export function RowsButton({ title, what, slice, className = 'button' }: RowsButtonProps) {
  return (
    <DownloadButton
      title={title}
      hint={`Rows as CSV: ${what}`}
      className={className}
      fileName={() => `${what.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.csv`}
      make={async () => (await client.transport.send('GET', `${slice}&format=csv`, CSV)).blob()}
    />
  );
}
