// The body of an operator's write while it arrives: counted against the limit, and hashed so that the
// server can tell a request sent again from another.

import { createHash } from 'node:crypto';
import { type Readable, Transform, type TransformCallback } from 'node:stream';
import { Refusal } from '#core/errors';

declare module 'fastify' {
  interface FastifyRequest {
    /** The meter of a request that writes; null for one that reads. */
    bodyMeter: BodyMeter | null;
  }
}

export class BodyMeter extends Transform {
  readonly #limit: number;
  readonly #hash = createHash('sha256');
  #bytes = 0;
  #digest: Buffer | undefined;

  constructor(source: Readable, limit: number) {
    super();
    this.#limit = limit;
    source.once('close', () => {
      const isCut = !source.readableEnded && !this.writableFinished;
      if (isCut) this.destroy(new Refusal('request_malformed', 'the body ended early'));
    });
    // Not a pipeline: that would end the connection before a refusal is sent.
    source.pipe(this);
    // A meter that is not read has no other listener, and its error would end the process.
    this.on('error', () => source.unpipe(this));
  }

  override _transform(piece: Buffer, _encoding: string, done: TransformCallback): void {
    this.#bytes += piece.length;
    if (this.#bytes > this.#limit) {
      const detail = `the body is larger than the ${this.#limit} bytes this path accepts`;
      done(new Refusal('body_too_large', detail));
      return;
    }
    this.#hash.update(piece);
    done(null, piece);
  }

  /** Returns the body's SHA-256. Call it when the body is read to its end. */
  digest(): Buffer {
    this.#digest ??= this.#hash.digest();
    return this.#digest;
  }

  /** Reads what is left of a refused body, so that its digest is that of the whole. */
  async drain(): Promise<void> {
    if (this.readableEnded || this.destroyed) return;
    for await (const _piece of this.iterator({ destroyOnReturn: false }));
  }
}
