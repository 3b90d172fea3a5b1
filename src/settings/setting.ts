// What a row of the table of settings has.

export interface Setting {
  readonly name: string;
  readonly fallback: string;
  readonly meaning: string;
  /** `value`: never shown. `address`: shown without its user and password. Both may come from NAME_FILE. */
  readonly secret?: 'value' | 'address';
  /** Another name in the environment, which other programs use too. */
  readonly alias?: string;
}
