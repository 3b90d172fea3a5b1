// Notices a crowd of new connections. The event loop accepts one connection a turn, so that a crowd would wait
// unseen while all earlier requests are answered. A crowd is accepted first; callers keep a share of the time.

/** The number of turns in a row that accepted a connection, from which more connections are waiting. */
const CROWD = 8;
/** How long connections are accepted in one go; each takes a twentieth of a millisecond. */
const ACCEPTING_MS = 20;
/** The share of that time in which requests of callers with a token are answered all the same. */
const CALLERS_SHARE = 1 / 4;
/** The most of such time that is saved up. */
const MOST_SPARED_MS = 5;

export class ConnectionCrowd {
  /** Whether a connection was accepted in this turn. */
  #hasAccepted = false;
  /** Turns in a row in which a connection was accepted. */
  #turns = 0;
  #acceptingSinceMs = 0;
  /** Whether requests in line were answered in the turn before. */
  #hasAnswered = true;
  /** The time left for callers when it was last counted. A long request makes it negative. */
  #sparedMs = MOST_SPARED_MS;
  #countedAtMs = 0;
  /** When the first caller of this turn was answered. */
  #callerAtMs: number | undefined;

  /** Whether connections were accepted in the turn before. */
  get isComing(): boolean {
    return this.#turns > 0;
  }

  get isWaiting(): boolean {
    return this.#turns >= CROWD;
  }

  noticeConnection(): void {
    this.#hasAccepted = true;
  }

  endTurn(nowMs: number): void {
    this.#turns = this.#hasAccepted ? this.#turns + 1 : 0;
    this.#hasAccepted = false;
    this.#sparedMs -= nowMs - (this.#callerAtMs ?? nowMs);
    this.#callerAtMs = undefined;
  }

  /** Whether the requests in line are answered now. If not, connections are accepted for a while first. */
  leavesTurn(nowMs: number): boolean {
    if (this.#hasAnswered) this.#acceptingSinceMs = nowMs;
    this.#hasAnswered = this.#turns === 0 || nowMs - this.#acceptingSinceMs > ACCEPTING_MS;
    return this.#hasAnswered;
  }

  /** Whether a caller with a token may be answered in the meantime. */
  sparesCallers(nowMs: number): boolean {
    const more = CALLERS_SHARE * (nowMs - this.#countedAtMs);
    this.#sparedMs = Math.min(MOST_SPARED_MS, this.#sparedMs + more);
    this.#countedAtMs = nowMs;
    return this.#sparedMs > nowMs - (this.#callerAtMs ?? nowMs);
  }

  /** Notes that a caller is answered. The rest of the turn counts as its time: much of the work is done later in it. */
  noteCaller(nowMs: number): void {
    this.#callerAtMs ??= nowMs;
  }
}
