// A button that makes a file in the page and saves it.

import { useState } from 'react';
import { NOTHING_DRAWN } from '#explorer/chart/take-picture.ts';
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
  const [fault, setFault] = useState<string>();
  const onClick = async (): Promise<void> => {
    try {
      await saveFile(await make(), fileName());
      setFault(undefined);
    } catch (error) {
      const { message } = error as Error;
      setFault(message === NOTHING_DRAWN ? message : `${title} failed: try again`);
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
      {fault ?? title}
    </button>
  );
}
