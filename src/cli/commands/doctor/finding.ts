// What a check of gridtide doctor finds.

export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'fault';
  readonly message: string;
  /** What to do; null if nothing has to be done. */
  readonly remedy: string | null;
}

export const ok = (check: string, message: string): Finding => ({
  ...{ check, state: 'ok', message, remedy: null },
});

export const warning = (check: string, message: string, remedy: string): Finding => ({
  ...{ check, state: 'warning', message, remedy },
});

export const fault = (check: string, message: string, remedy: string): Finding => ({
  ...{ check, state: 'fault', message, remedy },
});
