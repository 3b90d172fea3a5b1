// A browser as the server sees one: it keeps the session's cookie and says which page sends a request.

import assert from 'node:assert/strict';
import { type Answer, PASSWORD, type World } from '../../../../../harness/world/world.ts';

export interface SentCookie {
  readonly name: string;
  readonly value: string;
  /** Attributes in lower case: `path=/`, `httponly`. */
  readonly attributes: readonly string[];
}

/** The only cookie that an answer sets; undefined if it sets none. */
export function cookieOf({ headers }: Pick<Answer, 'headers'>): SentCookie | undefined {
  const header = headers['set-cookie'];
  if (header === undefined) return undefined;
  const [text, ...more] = [header].flat() as string[];
  assert.equal(more.length, 0, 'one cookie at most');
  const [pair, ...attributes] = text!.split(';').map((part) => part.trim());
  const [name, value] = pair!.split('=') as [string, string];
  return { name, value, attributes: attributes.map((each) => each.toLowerCase()) };
}

export const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };

export interface BrowserRequest {
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly address?: string;
}

export class Browser {
  readonly #world: World;
  /** The Cookie header; '' without a session. */
  cookie = '';

  constructor(world: World) {
    this.#world = world;
  }

  /** Sends a request from a page of the server; `headers` may say otherwise. */
  async send(
    method: string,
    url: string,
    { body, headers = OWN_PAGE, address }: BrowserRequest = {},
  ): Promise<Answer> {
    const answer = await this.#world.raw({
      method,
      url,
      headers: {
        ...(this.cookie === '' ? {} : { cookie: this.cookie }),
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { payload: JSON.stringify(body) } : {}),
      ...(address === undefined ? {} : { remoteAddress: address }),
    });
    const set = cookieOf(answer);
    if (set) this.cookie = set.value === '' ? '' : `${set.name}=${set.value}`;
    return answer;
  }

  get = (url: string, request: BrowserRequest = {}): Promise<Answer> =>
    this.send('GET', url, request);

  signIn(userName = 'trader', more: object = {}, request: BrowserRequest = {}): Promise<Answer> {
    const body = { username: userName, password: PASSWORD, ...more };
    return this.send('POST', '/api/v1/session', { ...request, body });
  }

  async isSignedIn(): Promise<boolean> {
    return (await this.get('/api/v1/account')).status === 200;
  }
}

/** A browser that has signed in. */
export async function openBrowser(world: World, userName = 'trader'): Promise<Browser> {
  const browser = new Browser(world);
  const answer = await browser.signIn(userName);
  assert.equal(answer.status, 200, answer.text);
  return browser;
}
