// Single sign-on by OpenID Connect, once for each process: signing in at the provider, signing out there, and the
// provider's tokens for programs.

import * as oauth from 'oauth4webapi';
import { addressGroupOf } from '#accounts/address-group';
import type { Caller } from '#accounts/authenticate';
import { refuseWhile } from '#accounts/check-attempt';
import { hashSecret } from '#accounts/secrets';
import { limitSignIns } from '#accounts/sign-in';
import type { ProviderDoor, ProviderReturn, SignInService } from '#accounts/sign-in-service';
import {
  finishAtProvider,
  type ProviderAnswer,
  type ProviderUser,
  refusalOfProvider,
} from '#accounts/sso/finish-at-provider';
import { admitProviderUser } from '#accounts/sso/linked-account';
import { Provider } from '#accounts/sso/provider';
import {
  ATTEMPT_LIFETIME_MS,
  beginAttempt,
  type ProviderAttempt,
  readAttempt,
} from '#accounts/sso/provider-attempt';
import { ProviderTokens } from '#accounts/sso/provider-tokens';
import { issuerKeyOf, mayBeAsked, type SsoSettings } from '#accounts/sso/sso-settings';
import { Refusal } from '#core/errors';
import type { MaybePromise } from '#core/maybe-promise';
import type { Instant } from '#core/time/instant';
import type { User } from '#store/account-store';

export class SingleSignOn implements ProviderDoor {
  readonly settings: SsoSettings;
  readonly #provider: Provider;
  readonly #tokens: ProviderTokens | undefined;

  constructor(settings: SsoSettings, elapsed?: () => number) {
    this.settings = settings;
    this.#provider = new Provider(settings, elapsed);
    const { audience } = settings;
    this.#tokens =
      audience === undefined ? undefined : new ProviderTokens(this.#provider, audience);
  }

  get label(): string {
    return this.settings.label;
  }

  async begin(
    returnTo: string,
    redirectUri: string,
    now: Instant,
  ): Promise<{ readonly cookie: string; readonly address: string }> {
    const { clientId, scopes } = this.settings;
    const attempt = beginAttempt(returnTo, now);
    const { authorization_endpoint: endpoint } = await this.#describe();
    const url = new URL(endpoint!);
    const fields = {
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: scopes,
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
    return { cookie: attempt.cookie, address: url.href };
  }

  /**
   * What is not accepted counts as a failed sign-in of the
   * address. An attempt works once, whatever comes of it.
   */
  async finish(
    service: SignInService,
    { cookie, address, ...answer }: ProviderReturn,
    now: Instant,
  ): Promise<{ readonly user: User; readonly returnTo: string }> {
    const group = addressGroupOf(address);
    refuseWhile(await service.addressFailures.retryAfterSeconds(group, now));
    const attempt = readAttempt(cookie, now);
    let provided: ProviderUser;
    try {
      requireOwn(attempt, answer);
      await spendAttempt(service, attempt, now);
      provided = await finishAtProvider(this.#provider, attempt, answer, now);
    } catch (error) {
      const isRefused = error instanceof Refusal && error.code === 'sso_refused';
      if (isRefused) refuseWhile(await service.addressFailures.record(group, now));
      throw error;
    }
    const user = await admitProviderUser(service.accounts, this.settings, provided, now);
    if (user.isDisabled) {
      service.audit.noteFailure({ user, address, atAddress: 1, inAll: 1 }, now);
      throw new Refusal('sso_refused', 'The operator has disabled this user. Ask the operator.');
    }
    if (user.isService) {
      throw new Refusal('sso_refused', 'This user is a service account, which does not sign in.');
    }
    await limitSignIns(service, user, now);
    await noteSession(service, user, provided, now);
    return { user, returnTo: attempt.returnTo };
  }

  async endAddress(
    { accounts }: SignInService,
    { id }: User,
    returnTo: string,
  ): Promise<string | undefined> {
    const issuer = issuerKeyOf(this.settings.issuer.href);
    const identities = await (await accounts.identities()).list(id);
    if (!identities.some((identity) => identity.issuer === issuer)) return undefined;
    const server = await this.#provider.describe().catch(() => undefined);
    const endpoint = server?.end_session_endpoint;
    if (endpoint === undefined || !URL.canParse(endpoint)) return undefined;
    const url = new URL(endpoint);
    if (!mayBeAsked(url)) return undefined;
    url.searchParams.set('client_id', this.settings.clientId);
    url.searchParams.set('post_logout_redirect_uri', returnTo);
    return url.href;
  }

  async endByToken({ accounts }: SignInService, token: string, now: Instant): Promise<void> {
    const { endByLogoutToken } = await import('#accounts/sso/logout-token');
    await endByLogoutToken(this.#provider, accounts, token, now);
  }

  tokenHashOf(token: string): string | undefined {
    return this.#tokens?.hashOf(token);
  }

  admitToken(
    service: SignInService,
    token: string,
    now: Instant,
  ): MaybePromise<Caller | undefined> {
    return this.#tokens?.admit(service, token, now);
  }

  async #describe(): Promise<oauth.AuthorizationServer> {
    try {
      return await this.#provider.describe();
    } catch (error) {
      throw refusalOfProvider(error as Error);
    }
  }
}

/** Refuses an answer to an attempt that is not this browser's. */
function requireOwn(
  attempt: ProviderAttempt | undefined,
  { query }: ProviderAnswer,
): asserts attempt is ProviderAttempt {
  if (attempt && query.get('state') === attempt.state) return;
  const detail =
    'This browser did not begin this sign-in, or began it more than 10 minutes ago. Sign in again.';
  throw new Refusal('sso_refused', detail);
}

/** Notes whose session at the provider it is, as a logout token may name nothing else. */
async function noteSession(
  { accounts, sessionLimits }: SignInService,
  { id }: User,
  { issuer, sessionId }: ProviderUser,
  now: Instant,
): Promise<void> {
  if (sessionId === undefined) return;
  const until = now + sessionLimits.maxMs;
  const identities = await accounts.identities();
  await identities.noteSession({ issuer, sessionId, userId: id, notedAt: now, until });
}

/** Uses an attempt up, or refuses one that was used before. */
async function spendAttempt(
  { accounts }: SignInService,
  { state }: ProviderAttempt,
  now: Instant,
): Promise<void> {
  const identities = await accounts.identities();
  const forgetBefore = now - 2 * ATTEMPT_LIFETIME_MS;
  if (await identities.spendAttempt(hashSecret(state), now, forgetBefore)) return;
  throw new Refusal('sso_refused', 'This sign-in was used already. Sign in again.');
}
