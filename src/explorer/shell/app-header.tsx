// The header of every page: the brand, the main views, the search, the menu.

import { ViewLink } from '#explorer/parts/view-link.tsx';
import { IdleParts } from '#explorer/shell/idle-parts.tsx';
import { mainViewsOf, ROLE_VIEWS } from '#explorer/shell/main-views.ts';
import { UserMenu } from '#explorer/shell/user-menu.tsx';
import { openFind } from '#explorer/state/find-opening.ts';
import { START, type View } from '#view/address/address';

interface AppHeaderProps {
  readonly view: View;
  /** Undefined if no user is signed in. */
  readonly userName: string | undefined;
  /** Undefined for a reader. */
  readonly role: string | undefined;
  readonly onKeys: () => void;
}

export function AppHeader({ view, userName, role = '', onKeys }: AppHeaderProps) {
  const own = ROLE_VIEWS[role];
  return (
    <header className="shell-header">
      <ViewLink className="shell-brand" to={START}>
        <img src="/favicon.svg" alt="" />
        Gridtide
      </ViewLink>
      <nav className="shell-nav" aria-label="Pages">
        {mainViewsOf(view, userName).map(({ title, view: target }) => (
          <ViewLink
            key={title}
            to={target}
            isCurrent={view.page === target.page || isGuide(view, target)}
          >
            {title}
          </ViewLink>
        ))}
        {own && (
          <ViewLink to={own.view} isCurrent={view.page === 'operator'}>
            {own.title}
          </ViewLink>
        )}
      </nav>
      {userName !== undefined && (
        <button type="button" className="shell-find" onClick={openFind}>
          <span>Find a series…</span>
          <kbd>Ctrl K</kbd>
        </button>
      )}
      {userName && <IdleParts />}
      <UserMenu view={view} userName={userName} onKeys={onKeys} />
    </header>
  );
}

/** The guides belong to the API. */
const isGuide = (view: View, target: View): boolean =>
  view.page === 'guides' && target.page === 'reference';
