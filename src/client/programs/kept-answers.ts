// Answers by address with their ETags, up to a number of bytes: an unchanged answer is not sent again.

/** A whole answer. */
export interface ReadAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface KeptAnswer extends ReadAnswer {
  readonly etag: string;
}

type Sent = Readonly<Record<string, string>> | undefined;

export class KeptAnswers {
  readonly #mostBytes: number;
  /** The one that was used last is the last. */
  readonly #answers = new Map<string, KeptAnswer>();
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  find(address: string, headers: Sent): KeptAnswer | undefined {
    const key = keyOf(address, headers);
    const answer = this.#answers.get(key);
    if (!answer) return undefined;
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    return answer;
  }

  /** Keeps an answer that has an ETag. The ones that were not used for longest make room. */
  keep(address: string, headers: Sent, answer: ReadAnswer): void {
    const etag = answer.headers.get('etag');
    const key = keyOf(address, headers);
    this.#drop(key);
    if (etag === null || answer.bytes.length > this.#mostBytes) return;
    this.#answers.set(key, { ...answer, etag });
    this.#bytes += answer.bytes.length;
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes <= this.#mostBytes) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const dropped = this.#answers.get(key);
    if (!dropped) return;
    this.#answers.delete(key);
    this.#bytes -= dropped.bytes.length;
  }
}

/** What is accepted decides the form of an answer. */
const keyOf = (address: string, headers: Sent): string => `${headers?.accept ?? ''} ${address}`;
