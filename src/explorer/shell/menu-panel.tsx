// The content of the menu.

import { enterWall } from '#explorer/pages/boards/wall/use-wall.ts';
import { ChoiceField } from '#explorer/parts/choices.tsx';
import { ViewLink } from '#explorer/parts/view-link.tsx';
import { toggleFullScreen } from '#explorer/shell/full-screen.ts';
import { pageOf } from '#explorer/shell/main-views.ts';
import { marketZoneOf, useAbout } from '#explorer/state/about.ts';
import { show } from '#explorer/state/navigation.ts';
import { type Preferences, setPreference, usePreferences } from '#explorer/state/preferences.ts';
import { signOut, useSession } from '#explorer/state/session.ts';
import type { View } from '#view/address/address';
import type { TimeZoneChoice } from '#view/address/range-address';
import { zoneLabel } from '#view/values/time-text';
import '#explorer/shell/menu-panel.css';

interface MenuPanelProps {
  readonly view: View;
  readonly isSignedIn: boolean;
  readonly onKeys: () => void;
  readonly onClose: () => void;
}

const THEMES = [
  { value: 'system', title: 'System' },
  { value: 'light', title: 'Light' },
  { value: 'dark', title: 'Dark' },
] as const;

const NUMBERS: readonly { value: Preferences['numbers']; title: string }[] = [
  { value: 'comma-point', title: '1,234.5' },
  { value: 'space-comma', title: '1\u202f234,5' },
  { value: 'point-comma', title: '1.234,5' },
];

const CSV = [
  { value: 'comma', title: 'a,b · 1.5', hint: 'Commas between cells, a point in numbers' },
  { value: 'semicolon', title: 'a;b · 1,5', hint: 'Semicolons between cells, a comma in numbers' },
] as const;

export function MenuPanel(props: MenuPanelProps) {
  return (
    <>
      <MenuChoices view={props.view} />
      <MenuWays {...props} />
    </>
  );
}

/** How the page looks and writes. */
function MenuChoices({ view }: { readonly view: View }) {
  const { theme, numbers, csv } = usePreferences();
  return (
    <>
      <ChoiceField
        label="Theme"
        options={THEMES}
        value={theme}
        onChoose={(value) => setPreference('theme', value)}
      />
      <ZoneField view={view} />
      <ChoiceField
        label="Numbers"
        options={NUMBERS}
        value={numbers}
        onChoose={(value) => setPreference('numbers', value)}
      />
      <ChoiceField
        label="CSV files"
        options={CSV}
        value={csv}
        onChoose={(value) => setPreference('csv', value)}
      />
    </>
  );
}

/** The ways that belong to a person, and those that a phone's bar has no room for. */
function MenuWays({ view, isSignedIn, onKeys, onClose }: MenuPanelProps) {
  const changesView = pageOf('changes', view, useSession()?.userName);
  const act = (action: () => void) => () => {
    onClose();
    action();
  };
  const fillScreen = (): void =>
    view.page === 'boards' && view.board !== '' ? enterWall(view) : toggleFullScreen();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link is clicked by keyboard too
    <ul className="menu-ways" onClick={onClose}>
      {isSignedIn && (
        <li className="menu-phone">
          <ViewLink to={changesView}>What changed</ViewLink>
        </li>
      )}
      {isSignedIn && (
        <li>
          <ViewLink to={{ page: 'alerts', alert: '' }}>Alerts</ViewLink>
        </li>
      )}
      {isSignedIn && (
        <li>
          <ViewLink to={{ page: 'account' }}>Account, keys and sessions</ViewLink>
        </li>
      )}
      <li className="menu-phone">
        <ViewLink to={{ page: 'reference' }}>API reference</ViewLink>
      </li>
      <li>
        <ViewLink to={{ page: 'guides', guide: '' }}>Guides</ViewLink>
      </li>
      <li>
        <button type="button" onClick={act(onKeys)}>
          Keys <kbd>?</kbd>
        </button>
      </li>
      <li>
        <button type="button" onClick={act(fillScreen)}>
          Full screen <kbd>f</kbd>
        </button>
      </li>
      <li>
        {isSignedIn ? (
          <button type="button" onClick={act(() => void signOut())}>
            Sign out
          </button>
        ) : (
          <ViewLink to={{ page: 'account' }}>Sign in</ViewLink>
        )}
      </li>
    </ul>
  );
}

/** The zone of the view, and of every view whose address names none. */
function ZoneField({ view }: { readonly view: View }) {
  const market = marketZoneOf(useAbout());
  const { zone: preferred } = usePreferences();
  const choose = (zone: TimeZoneChoice): void => {
    setPreference('zone', zone);
    if ('zone' in view) show({ ...view, zone }, { replace: true });
  };
  return (
    <ChoiceField
      label="Times"
      options={[
        { value: 'market', title: zoneLabel(market), hint: `${market.name}, the market’s time` },
        { value: 'utc', title: 'UTC' },
      ]}
      value={'zone' in view ? view.zone : preferred}
      onChoose={choose}
    />
  );
}
