// Secrets that cannot be mistaken for anything else, and a search for them in whatever form: as they are,
// in part, escaped, or in one of the usual encodings.

import { randomBytes } from 'node:crypto';

/** Long enough that no two texts share it by chance. */
const PIECE = 16;

/** In base64 a text looks different at each of three offsets; what depends on its neighbours is cut off. */
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

  /** A new secret. Its signs are those that encodings change; `isPlain` is for what must be ASCII. */
  plant(name: string, isPlain = false): string {
    const random = randomBytes(8).toString('hex');
    return this.hold(
      name,
      `Canary ${random}/${isPlain ? '' : 'ü"\\'}+%&${random}`.replace(isPlain ? ' ' : '', ''),
    );
  }

  /** A secret that somebody else made. */
  hold(name: string, secret: string): string {
    if (secret.length < PIECE) throw new Error(`${name} is too short to be searched for`);
    const forms = formsOf(secret).map((form) => Buffer.from(form));
    const wide = Buffer.from(secret, 'utf16le');
    this.#bySecret.set(secret, { name, forms: [...forms, wide] });
    return secret;
  }

  /** The names of those that are found, but for the secrets that may be there. */
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
  readonly where: string;
  readonly bytes: Buffer;
  readonly allowed: readonly string[];
}

/** What came out of the product, to be searched when all secrets are known. */
export class Evidence {
  readonly #seen: Seen[] = [];

  get places(): string[] {
    return this.#seen.map(({ where }) => where);
  }

  /** `allowed`: secrets that belong there, such as a new token in the answer to a sign-in. */
  add(where: string, content: string | Buffer, allowed: readonly string[] = []): void {
    this.#seen.push({ where, bytes: Buffer.from(content as string), allowed });
  }

  /** Where a text is that is no secret: what is searched is really what it should be. */
  placesOf(text: string): string[] {
    return this.#seen.filter(({ bytes }) => bytes.includes(text)).map(({ where }) => where);
  }

  /** `place: secret` of each that is where it must not be. */
  findLeaks(canaries: Canaries): string[] {
    return this.#seen.flatMap(({ where, bytes, allowed }) =>
      canaries.findIn(bytes, allowed).map((name) => `${where}: ${name}`),
    );
  }
}
