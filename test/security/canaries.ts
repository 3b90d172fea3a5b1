// Secrets that cannot be mistaken for anything else, and a search for them in any form: as they are, in part,
// escaped, or in a usual encoding.

import { randomBytes } from 'node:crypto';

/** The length of a part that no two texts share by chance. */
const PIECE = 16;

/** The three forms of a text in base64, by its offset, without the digits that depend on its neighbours. */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    const from = Math.ceil((offset * 8) / 6);
    return text.slice(from, Math.floor(((offset + bytes.length) * 8) / 6));
  });
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const pieces = secret.length >= 2 * PIECE ? [secret.slice(0, PIECE), secret.slice(-PIECE)] : [];
  const base64 = base64Forms(bytes);
  const url = encodeURIComponent(secret);
  const forms = [
    ...[secret, ...pieces, JSON.stringify(secret).slice(1, -1)],
    ...[url, url.toLowerCase(), encodeURI(secret), url.replaceAll('%20', '+')],
    ...[...base64, ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))],
    ...[bytes.toString('hex'), bytes.toString('hex').toUpperCase()],
  ];
  return [...new Set(forms)];
}

interface Canary {
  readonly name: string;
  readonly forms: readonly Buffer[];
}

export class Canaries {
  readonly #bySecret = new Map<string, Canary>();

  get names(): string[] {
    return [...this.#bySecret.values()].map(({ name }) => name);
  }

  /** Makes a secret of signs that encodings change. `isPlain` is for a secret that must be ASCII. */
  plant(name: string, isPlain = false): string {
    const random = randomBytes(8).toString('hex');
    return this.add(
      name,
      `Canary ${random}/${isPlain ? '' : 'ü"\\'}+%&${random}`.replace(isPlain ? ' ' : '', ''),
    );
  }

  /** Adds a secret that the product made. */
  add(name: string, secret: string): string {
    if (secret.length < PIECE) throw new Error(`${name} is too short to be searched for`);
    const forms = formsOf(secret).map((form) => Buffer.from(form));
    const wide = Buffer.from(secret, 'utf16le');
    this.#bySecret.set(secret, { name, forms: [...forms, wide] });
    return secret;
  }

  /** The names of the canaries in `bytes`, without the secrets that are allowed. */
  findIn(bytes: Buffer, allowed: readonly string[] = []): string[] {
    const found: string[] = [];
    for (const [secret, { name, forms }] of this.#bySecret) {
      if (allowed.includes(secret)) continue;
      if (forms.some((form) => bytes.includes(form))) found.push(name);
    }
    return found;
  }
}

interface Seen {
  readonly name: string;
  readonly bytes: Buffer;
  readonly allowed: readonly string[];
}

/** The product's output, to be searched when all secrets are known. */
export class Evidence {
  readonly #seen: Seen[] = [];

  get names(): string[] {
    return this.#seen.map(({ name }) => name);
  }

  /** `allowed`: secrets that belong there, such as a new token in the answer to a sign-in. */
  add(name: string, content: string | Buffer, allowed: readonly string[] = []): void {
    this.#seen.push({ name, bytes: Buffer.from(content as string), allowed });
  }

  /** The names of the evidence with a text that is no secret, which prove that the search reads what it should. */
  namesOf(text: string): string[] {
    return this.#seen.filter(({ bytes }) => bytes.includes(text)).map(({ name }) => name);
  }

  /** Each leak as `name: secret`. */
  findLeaks(canaries: Canaries): string[] {
    return this.#seen.flatMap(({ name, bytes, allowed }) =>
      canaries.findIn(bytes, allowed).map((secret) => `${name}: ${secret}`),
    );
  }
}
