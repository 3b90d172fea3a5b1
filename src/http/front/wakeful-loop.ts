// The client that asks again at once. If no request waits, the event loop sleeps in the system, and on a virtual
// machine it takes longer to wake than to make an answer of kept bytes. A client on the same machine would have asked
// a few microseconds later. So the loop looks for its next request a few times before it sleeps: one such client gets
// a sixth more short answers a second, each for 5 % less CPU. Requests that come one by one, or from many clients,
// cost what they did.

/** The next request of such a client comes this soon after an answer, even if it had to wake the loop. */
const AT_ONCE_MS = 0.1;
/** Four looks take about as long as a client needs to read a short answer and to ask again. */
const LOOKS = 4;

export class WakefulLoop {
  /** The connection of the last answer, and when that had been sent. */
  #last: { readonly socket: object; readonly atMs: number } | undefined;
  /** How many looks are left before the loop may sleep. */
  #looks = 0;

  /** Notes an answer to a request that came at `askedAtMs`, and keeps the loop awake if that was at once. */
  noteAnswer(socket: object, askedAtMs: number, answeredAtMs: number): void {
    const last = this.#last;
    this.#last = { socket, atMs: answeredAtMs };
    // If several clients ask at once, the loop does not sleep anyway.
    if (last?.socket !== socket || askedAtMs - last.atMs >= AT_ONCE_MS) return;
    if (this.#looks === 0) setImmediate(this.#look);
    this.#looks = LOOKS;
  }

  /** Before an immediate callback the loop does not sleep: it asks the system what has arrived, and goes on. */
  readonly #look = (): void => {
    this.#looks--;
    if (this.#looks > 0) setImmediate(this.#look);
  };
}
