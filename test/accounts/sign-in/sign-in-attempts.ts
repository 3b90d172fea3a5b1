// Attempts to sign in as Anna, right and wrong.

import assert from 'node:assert/strict';
import { KnownPasswords } from '#accounts/known-passwords';
import { openSignInService, type SignInService } from '#accounts/sign-in-service';
import { Refusal } from '#core/errors';
import type { AccountStore } from '#store/account-store';
import { PASSWORD } from '../open-accounts.ts';

export const anna = { userName: 'anna', password: PASSWORD, address: '192.0.2.1' };
export const wrong = { ...anna, password: 'wind over Sahara' };

/** Knows Anna's password without hashing. */
export const quickPasswords = (): KnownPasswords =>
  new KnownPasswords({
    verify: async (password, phc) => phc !== null && password === PASSWORD,
  });

/** A sign-in service that hashes nothing, for tests that sign in many times. */
export const openQuickService = (accounts: AccountStore): SignInService =>
  openSignInService(accounts, { passwords: quickPasswords() });

/** The refusal of an attempt that must not be accepted. */
export async function refusalOf(attempt: Promise<unknown>): Promise<Refusal> {
  try {
    await attempt;
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return error;
  }
  assert.fail('the sign-in was accepted');
}
