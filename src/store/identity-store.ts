// Identities of users at a provider of single sign-on, as every store keeps them. account-store.ts
// has their methods.

import type { Instant } from '#core/time/instant';

/** Who a user is at a provider. */
export interface Identity {
  /** The address of the provider, without a slash at its end. */
  readonly issuer: string;
  /** The user there, as the provider says it. */
  readonly subject: string;
}

/** A session of a user at the provider, from which the user came here. */
export interface ProviderSession {
  readonly issuer: string;
  readonly sessionId: string;
  readonly userId: number;
  readonly notedAt: Instant;
  /** When it is forgotten. */
  readonly until: Instant;
}

export interface LinkedIdentity extends Identity {
  readonly userId: number;
  readonly linkedAt: Instant;
}
