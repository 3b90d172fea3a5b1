// Settings as they may be shown: without secrets.

import type { ResolvedSettings } from '#settings/resolve-settings';
import type { Setting } from '#settings/setting';
import { SETTINGS, type SettingName } from '#settings/settings';

export interface ShownSetting {
  readonly name: SettingName;
  /** Null if it is a secret. An address has neither user nor password. */
  readonly value: string | null;
  readonly isSecret: boolean;
  readonly isSet: boolean;
  readonly from: string;
  readonly unused: readonly string[];
}

/** Returns the settings as shown, in the order of their table. */
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

/** A word for a text that may hold a secret which cannot be told from the rest. */
const HIDDEN = 'set';

/** Addresses, with commas between, without users, passwords and what follows a question mark. */
export function withoutSecrets(text: string): string {
  const whole = plainAddress(text);
  if (whole !== HIDDEN) return whole;
  // A comma may also be a part of a password: then a part is no address, and nothing is shown.
  const parts = text.split(',').map((part) => plainAddress(part.trim()));
  return parts.includes(HIDDEN) ? HIDDEN : parts.join(', ');
}

function plainAddress(text: string): string {
  if (text === '') return '';
  // What is no address may be a password in the wrong setting. The path of a file is no secret.
  if (!text.includes('//')) return /^sqlite:[^@]*$/i.test(text) ? text : HIDDEN;
  if (!URL.canParse(text)) return HIDDEN;
  const { protocol, host, pathname } = new URL(text);
  const shown = `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
  return /[@,]|:\/\/.*:\/\//.test(shown) ? HIDDEN : shown;
}
