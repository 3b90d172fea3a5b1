// The menu at the end of the header: how the page looks and writes, and the ways that belong to a person.

import { Suspense, type ToggleEvent, useRef, useState } from 'react';
import { lazyPart } from '#explorer/parts/lazy-part.ts';
import type { View } from '#view/address/address';

const MenuPanel = lazyPart(() =>
  import('#explorer/shell/menu-panel.tsx').then((module) => module.MenuPanel),
);

const MENU_ID = 'shell-menu';

interface UserMenuProps {
  readonly view: View;
  /** Undefined if no user is signed in. */
  readonly userName: string | undefined;
  readonly onKeys: () => void;
}

/** The browser closes it on Escape and on a click beside it. */
export function UserMenu({ view, userName, onKeys }: UserMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const onToggle = ({ newState }: ToggleEvent): void => setOpen(newState === 'open');
  return (
    <div className="shell-user">
      <button
        type="button"
        className="button"
        popoverTarget={MENU_ID}
        aria-expanded={isOpen}
        aria-controls={MENU_ID}
      >
        {userName ?? 'Menu'}
      </button>
      <div
        ref={menu}
        id={MENU_ID}
        className="shell-menu"
        popover="auto"
        role="dialog"
        aria-label="Menu"
        onToggle={onToggle}
      >
        {isOpen && (
          <Suspense>
            <MenuPanel
              view={view}
              isSignedIn={userName !== undefined}
              onKeys={onKeys}
              onClose={() => menu.current?.hidePopover()}
            />
          </Suspense>
        )}
      </div>
    </div>
  );
}
