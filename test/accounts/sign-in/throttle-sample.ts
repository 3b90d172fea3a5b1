// Throttles to fail at, and accounts whose calls are observed.

import { FailureThrottle, type ThrottleSettings } from '#accounts/failure-throttle';
import type { AccountStore } from '#store/account-store';

export const START = 1_750_000_000_000;

export const throttleOn = (accounts: AccountStore, settings?: ThrottleSettings): FailureThrottle =>
  new FailureThrottle(accounts, 'user', settings);

export async function fail(
  throttle: FailureThrottle,
  subject: string,
  times: number,
  now: number,
): Promise<void> {
  for (let i = 0; i < times; i++) await throttle.record(subject, now);
}

/** The same accounts, but `look` is called with the arguments of a method. */
export const watching = (
  accounts: AccountStore,
  method: keyof AccountStore,
  look: (...args: unknown[]) => unknown,
): AccountStore =>
  new Proxy(accounts, {
    get: (target, name) => {
      const member = Reflect.get(target, name).bind(target);
      if (name !== method) return member;
      return (...args: unknown[]) => {
        look(...args);
        return member(...args);
      };
    },
  });
