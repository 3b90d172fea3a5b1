// What is told about sign-ins: a line in the log for each that failed, and counts of all.

import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { foldUserName, isUserName } from '#accounts/user-name';
import { Refusal } from '#core/errors';
import type { MaybePromise } from '#core/maybe-promise';
import type { RefusalCode } from '#core/refusal-table';
import type { OwnFigures } from '#http/figures/own-figures';

const OUTCOMES: Partial<Record<RefusalCode, string>> = {
  invalid_credentials: 'wrong',
  password_wrong: 'wrong',
  sign_in_throttled: 'throttled',
  rate_exceeded: 'limited',
  passwords_off: 'off',
  sso_refused: 'refused',
  sso_unavailable: 'unavailable',
};
const HASH_DIGITS = 16;

interface ReportSettings {
  readonly logger: Logger;
  /** Whether the log has the names that were given, or hashes of them. */
  readonly plainUserNames?: boolean;
}

export class SignInReports {
  readonly #logger: Logger;
  readonly #arePlain: boolean;
  readonly #count: (outcome: string) => void;

  constructor(own: OwnFigures, { logger, plainUserNames = false }: ReportSettings) {
    this.#logger = logger;
    this.#arePlain = plainUserNames;
    this.#count = own.addCounterBy(
      'outcome',
      'gridtide_sign_ins_total',
      'Sign-ins and passwords given again, by outcome.',
    );
  }

  /** Runs a sign-in and tells how it ended. `userName` is what the caller gave, undefined with a code. */
  async watch<T>(
    request: FastifyRequest,
    userName: string | undefined,
    work: () => MaybePromise<T>,
  ): Promise<T> {
    try {
      const result = await work();
      this.#count('accepted');
      return result;
    } catch (error) {
      this.tellFailure(request, userName, error);
      throw error;
    }
  }

  /** Tells that a sign-in was refused. Other errors are not about the sign-in. */
  tellFailure({ id, ip }: FastifyRequest, userName: string | undefined, error: unknown): void {
    const outcome = error instanceof Refusal ? OUTCOMES[error.code] : undefined;
    if (outcome === undefined) return;
    this.#count(outcome);
    const user = userName === undefined ? undefined : this.#nameFor(userName);
    const reason = reasonOf(error as Refusal);
    this.#logger.warn({ requestId: id, user, address: ip, outcome, reason }, 'sign-in failed');
  }

  /** What was given as a name may be a password: only a text with the form of a name is ever logged. */
  #nameFor(userName: string): string {
    if (this.#arePlain && isUserName(userName)) return userName;
    return `sha256:${hash('sha256', foldUserName(userName), 'hex').slice(0, HASH_DIGITS)}`;
  }
}

/** The check of single sign-on that failed, as the library names it. It says nothing about the user. */
function reasonOf({ cause }: Refusal): string | undefined {
  const code = (cause as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}
