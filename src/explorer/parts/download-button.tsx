// A button that makes a file in the page and saves it.

import { useState } from 'react';
import { saveFile } from '#explorer/parts/save-file.ts';

interface DownloadButtonProps {
  readonly title: string;
  readonly hint?: string;
  readonly className?: string;
  readonly isDisabled?: boolean;
  readonly fileName: () => string;
  readonly make: () => Blob | Promise<Blob>;
}

export function DownloadButton(props: DownloadButtonProps) {
  const { title, hint, className = 'button', isDisabled = false, fileName, make } = props;
  const [hasFailed, setFailed] = useState(false);
  const onClick = async (): Promise<void> => {
    try {
      await saveFile(await make(), fileName());
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  return (
    <button
      type="button"
      className={className}
      title={hint}
      disabled={isDisabled}
      onClick={() => void onClick()}
    >
      {hasFailed ? `${title} failed: try again` : title}
    </button>
  );
}
