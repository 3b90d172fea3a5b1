// Settings as they may be shown: without secrets.

import { SETTINGS, type SettingName } from '#settings';
import type { ResolvedSettings } from '#settings/resolve-settings';
import type { Setting } from '#settings/setting';

export interface ShownSetting {
  readonly name: SettingName;
  /** Null if it is a secret. An address has neither user nor password. */
  readonly value: string | null;
  readonly isSecret: boolean;
  readonly isSet: boolean;
  readonly from: string;
  readonly unused: readonly string[];
}

/** In the order of the table of settings. */
export const showSettings = ({ settings }: ResolvedSettings): ShownSetting[] =>
  SETTINGS.map((row: Setting) => {
    const name = row.name as SettingName;
    const { value, from, unused } = settings.get(name)!;
    const text = value.trim();
    return {
      name,
      value: row.secret === 'value' ? null : row.secret ? withoutSecrets(text) : text,
      isSecret: row.secret === 'value',
      isSet: text !== '',
      from,
      unused,
    };
  });

/** Addresses, with commas between, without users, passwords and what follows a question mark. */
export const withoutSecrets = (text: string): string =>
  text
    .split(',')
    .map((part) => plainAddress(part.trim()))
    .join(', ');

function plainAddress(text: string): string {
  // The path of a file has no "//".
  if (!text.includes('//')) return text.includes('@') ? 'set' : text;
  if (!URL.canParse(text)) return 'set';
  const { protocol, host, pathname } = new URL(text);
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
}
