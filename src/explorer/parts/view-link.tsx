// A real link (it can be opened in a new tab and copied) that changes the view without reloading the page.

import type { MouseEvent, ReactNode } from 'react';
import { show } from '#explorer/state/navigation.ts';
import { type View, writeAddress } from '#view/address/address';

interface ViewLinkProps {
  readonly to: View;
  readonly className?: string;
  readonly isCurrent?: boolean;
  readonly children: ReactNode;
}

export function ViewLink({ to, className, isCurrent = false, children }: ViewLinkProps) {
  const onClick = (event: MouseEvent): void => {
    const wantsNewTab = event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0;
    if (wantsNewTab) return;
    event.preventDefault();
    show(to);
  };
  return (
    <a
      className={className}
      href={writeAddress(to)}
      onClick={onClick}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {children}
    </a>
  );
}
