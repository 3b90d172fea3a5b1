// Notices a crowd of new connections. The event loop accepts one connection a turn, so that a crowd would wait
// unseen while all earlier requests are answered. A crowd is accepted first; callers keep a share of the time.

/** After this many turns in a row that accepted a connection, more connections are waiting. */
const CROWD = 8;
/** How long connections are accepted in one go; each takes a twentieth of a millisecond. */
const ACCEPTING_MS = 20;
/** The share of that time in which requests of callers with a token are answered. */
const CALLERS_SHARE = 1 / 4;

export class ConnectionCrowd {
  /** Whether a connection was accepted in this turn. */
  #hasAccepted = false;
  /** Turns in a row in which a connection was accepted. */
  #turns = 0;
  #acceptingSinceMs = 0;
  /** Whether requests in line were answered in the turn before. */
  #hasAnswered = true;
  #sharingSinceMs = 0;
  /** The time that callers have taken since. */
  #callersMs = 0;

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
    if (nowMs - this.#sharingSinceMs <= ACCEPTING_MS) return;
    this.#sharingSinceMs = nowMs;
    this.#callersMs = 0;
  }

  /** Whether the requests in line are answered now. If not, connections are accepted for a while first. */
  leavesTurn(nowMs: number): boolean {
    if (this.#hasAnswered) this.#acceptingSinceMs = nowMs;
    this.#hasAnswered = this.#turns === 0 || nowMs - this.#acceptingSinceMs > ACCEPTING_MS;
    return this.#hasAnswered;
  }

  /** Whether a caller with a token may be answered in the meantime. */
  sparesCallers(nowMs: number): boolean {
    return this.#callersMs <= CALLERS_SHARE * (nowMs - this.#sharingSinceMs);
  }

  noteCaller(tookMs: number): void {
    this.#callersMs += tookMs;
  }
}
