// A browser of a world: it keeps cookies, and says what browsers say of themselves.

import type { Answer, World } from '../world/world.ts';

export class WorldBrowser {
  readonly #world: World;
  readonly #address: string;
  readonly #cookies = new Map<string, string>();

  constructor(world: World, address = '198.51.100.7') {
    this.#world = world;
    this.#address = address;
  }

  /** The cookies by name. */
  get cookies(): ReadonlyMap<string, string> {
    return this.#cookies;
  }

  setCookie(name: string, value: string): void {
    this.#cookies.set(name, value);
  }

  /** Opens a page. */
  open(url: string): Promise<Answer> {
    return this.#ask('GET', url, { accept: 'text/html,*/*', 'sec-fetch-site': 'cross-site' });
  }

  /** Sends a request as a page of the server does. */
  send(method: string, url: string, body?: object): Promise<Answer> {
    return this.#ask(method, url, { 'sec-fetch-site': 'same-origin' }, body);
  }

  async #ask(
    method: string,
    url: string,
    headers: Record<string, string>,
    body?: object,
  ): Promise<Answer> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await this.#world.raw({
      method,
      url,
      remoteAddress: this.#address,
      headers: {
        ...headers,
        ...(cookie === '' ? {} : { cookie }),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { payload: JSON.stringify(body) } : {}),
    });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) this.#keep(String(line));
    return answer;
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/; Max-Age=0/.test(line)) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}
