// Requests of every kind, right and wrong, with secrets in their own fields and in wrong ones. Every answer
// is evidence.

import { setTimeout as wait } from 'node:timers/promises';
import { SignInCodes } from '#accounts/sign-in-codes';
import { addUser, setOperatorRole } from '#accounts/users';
import type { RefusalCode } from '#core/refusal-table';
import type { CanaryInstallation } from './canary-installation.ts';

/** The requests whose answers carry a new secret, and how to read it from the answer. */
const CARRIERS: Readonly<Record<string, (body: never) => string>> = {
  'POST /api/user/login': ({ Token }: { Token: string }) => Token,
  'POST /api/user/login/code': ({ Token }: { Token: string }) => Token,
  'POST /api/v1/auth': (token: string) => token,
  'POST /api/v1/account/keys': ({ key }: { key: string }) => key,
  'POST /api/operator/users/robot/keys': ({ key }: { key: string }) => key,
};

export interface Sent {
  readonly token?: string;
  readonly body?: unknown;
  /** The body as text, instead of a JSON body. */
  readonly raw?: string;
  readonly once?: string;
  /** Reads a new secret from the answer to a request that CARRIERS cannot name. */
  readonly carries?: (body: never) => string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the answer should have
  readonly body: any;
  /** The secret of the session that the answer starts. */
  readonly cookie?: string | undefined;
}

export class CanaryRequests {
  readonly #installation: CanaryInstallation;
  readonly #url: string;
  /** The refusals that were met so far. */
  readonly codes = new Set<RefusalCode>();

  constructor(installation: CanaryInstallation, serverUrl: string) {
    this.#installation = installation;
    this.#url = serverUrl.replace('localhost', '127.0.0.1');
  }

  async ask(request: string, sent: Sent = {}): Promise<Answer> {
    const [method, path] = request.split(' ', 2) as [string, string];
    const { token, body, raw = body === undefined ? undefined : JSON.stringify(body), once } = sent;
    const answer = await fetch(this.#url + path, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(raw === undefined ? {} : { 'content-type': 'application/json' }),
        ...(once === undefined ? {} : { 'idempotency-key': once }),
        ...sent.headers,
      },
      ...(raw === undefined ? {} : { body: raw }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json');
    const read = isJson ? JSON.parse(text) : undefined;
    const carrier = sent.carries ?? CARRIERS[request];
    const inBody = answer.ok ? carrier?.(read as never) : undefined;
    const cookie = /^[^=]+=(gts_\w+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1];
    const made = [inBody, cookie].filter((secret) => secret !== undefined);
    for (const secret of made) this.#installation.canaries.add(`secret of ${request}`, secret);
    const head = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
    const name = `answer ${answer.status} to ${method} ${path.split('?')[0]!.slice(0, 60)}`;
    this.#installation.evidence.add(name, `${head}\n\n${text}`, made);
    if (answer.status >= 400) this.codes.add(read.code);
    return { status: answer.status, body: read, cookie };
  }

  /** Signs in with a right password, a wrong one, and one in the wrong field. Resolves to a token. */
  async signIn(password: string): Promise<string> {
    const { canaries } = this.#installation;
    const wrong = canaries.plant('a wrong password');
    const { body } = await this.ask('POST /api/user/login', {
      body: { UserName: 'anna', Password: password },
    });
    const again = await this.ask('POST /api/v1/auth', { body: { username: 'anna', password } });
    await this.ask('POST /api/v1/auth', { body: { username: 'anna', password: wrong } });
    await this.ask('POST /api/user/login', { body: { UserName: password, Password: 'anna' } });
    await this.ask('POST /api/user/login', { body: { UserName: 'nobody', Password: password } });
    await this.ask('POST /api/v1/auth', { body: { username: 'anna', password: [password] } });
    await this.ask('POST /api/v1/auth', {
      body: { username: 'anna', password: { [password]: 1 } },
    });
    await this.ask('POST /api/v1/auth', { body: { password } });
    await this.ask('POST /api/v1/auth', { raw: `{"username":"anna","password":"${password}` });
    await this.ask('POST /api/v1/auth', {
      raw: password,
      headers: { 'content-type': 'text/plain' },
    });
    await this.ask('POST /api/v1/auth', { raw: password.repeat(3_000) });
    await this.ask('POST /api/user/logout', { token: again.body });
    await this.ask('GET /api/v1/account', { token: again.body });
    return body.Token;
  }

  /** Sends passwords and a key in Basic headers, rightly and wrongly. */
  async tryBasic(password: string, key: string): Promise<void> {
    const wrong = this.#installation.canaries.plant('a wrong password in a Basic header');
    for (const [name, secret] of [
      ['anna', password],
      ['anna', key],
      ['anna', wrong],
      [password, 'anna'],
      ['other', key],
      ['anna', `${key}x`],
    ] as const) {
      const authorization = `Basic ${btoa(`${name}:${secret}`)}`;
      await this.ask('GET /prometheus/api/v1/query?query=1', { headers: { authorization } });
      await this.ask('GET /api/v1/account', { headers: { authorization } });
    }
  }

  /** Signs in with a code, with the same code again, and with a wrong one. */
  async tryCodes(): Promise<void> {
    const { canaries } = this.#installation;
    const code = await this.#installation.withStore(({ accounts }) =>
      new SignInCodes(accounts).make('anna', Date.now()),
    );
    canaries.add('sign-in code', code);
    for (const Code of [code, code, canaries.plant('a wrong code')]) {
      await this.ask('POST /api/user/login/code', { body: { Code } });
    }
  }

  /** A request of the page, as a browser sends it. */
  #askAsPage(request: string, secret: string | undefined, body?: object): Promise<Answer> {
    const { origin, port } = new URL(this.#url);
    const cookie = `gridtide-session-${port}=${secret}`;
    const headers = { origin, ...(secret === undefined ? {} : { cookie }) };
    return this.ask(request, { headers, ...(body ? { body } : {}) });
  }

  /** Signs in on the page, puts the cookie's secret into wrong fields, and ends its sessions. */
  async trySessions(password: string): Promise<void> {
    const { canaries } = this.#installation;
    const given = { username: 'anna', password };
    const { cookie: secret = '' } = await this.#askAsPage('POST /api/v1/session', undefined, given);
    const { cookie: other } = await this.#askAsPage('POST /api/v1/session', undefined, {
      ...given,
      keep: true,
    });
    await this.ask('POST /api/v1/session', { body: given });
    await this.#askAsPage('POST /api/v1/session', undefined, { ...given, password: [password] });
    for (const code of [canaries.plant('a wrong code of the page'), password]) {
      await this.#askAsPage('POST /api/v1/session/code', undefined, { code });
    }
    const { body } = await this.#askAsPage('GET /api/v1/account/sessions', secret);
    await this.#askAsPage('GET /api/v1/account', secret);
    await this.misplaceToken(secret);
    await this.#askAsPage(`DELETE /api/v1/account/sessions/${secret}`, secret);
    await this.#askAsPage('GET /api/operator/users', secret);
    await this.#tryOperatorSession(secret, password);
    const wrong = canaries.plant('a wrong old password');
    const next = canaries.plant('a new password beside a wrong one');
    const change = 'POST /api/v1/account/password';
    await this.#askAsPage(change, secret, { password: wrong, newPassword: next });
    await this.#askAsPage(change, secret, { password, newPassword: `${password}x`.repeat(5) });
    const { id } = body.find(({ current }: { current: boolean }) => !current);
    await this.#askAsPage(`DELETE /api/v1/account/sessions/${id}`, secret);
    await this.#askAsPage('GET /api/v1/account', other);
    await this.#askAsPage('DELETE /api/v1/session', secret);
    await this.#askAsPage('GET /api/v1/account', secret);
  }

  /** Uses the operator interface with a session, and gives the own password rightly and wrongly. */
  async #tryOperatorSession(secret: string, password: string): Promise<void> {
    await this.#installation.withStore(({ accounts }) => setOperatorRole(accounts, 'anna', true));
    // The server follows another process within two seconds.
    await wait(2_500);
    await this.#askAsPage('GET /api/operator/users', secret);
    const wrong = this.#installation.canaries.plant('a wrong own password');
    const change = 'PUT /api/operator/plans/spare';
    for (const ownPassword of [wrong, [password], undefined, password]) {
      await this.#askAsPage(change, secret, { series: ['de*'], ownPassword });
    }
  }

  /** Uses a key that writes some series and one that audits, rightly, beyond their rights, and in wrong fields. */
  async tryRoles(writer: string, auditor: string): Promise<void> {
    const values = { start: '2024-05-08T00:00Z', values: [1] };
    for (const token of [writer, auditor]) {
      for (const code of ['dehrprice', 'frhrprice', encodeURIComponent(token)]) {
        await this.ask(`POST /api/operator/series/${code}/values`, { token, body: values });
      }
      for (const list of ['audit', 'users', 'users/loader/keys', 'webhooks']) {
        await this.ask(`GET /api/operator/${list}`, { token });
      }
      const body = { name: 'more', role: 'writer', series: [token] };
      await this.ask('POST /api/operator/users/loader/keys', { token, body });
      await this.ask('GET /api/v1/account', { token });
      await this.misplaceToken(token);
    }
  }

  /** Changes the own password on the page. */
  async changePassword(username: string, password: string): Promise<void> {
    const newPassword = this.#installation.canaries.plant('a password chosen on the page');
    const { cookie } = await this.#askAsPage('POST /api/v1/session', undefined, {
      username,
      password,
    });
    await this.#askAsPage('POST /api/v1/account/password', cookie, { password, newPassword });
    await this.#askAsPage('GET /api/v1/account', cookie);
  }

  /** Puts a token wherever a caller may put it, rightly or not. */
  async misplaceToken(token: string): Promise<void> {
    const url = encodeURIComponent(token);
    const UserInfo = { UserName: 'anna', Token: token };
    const series = { SeriesId: 'dehrprice' };
    await this.ask('POST /api/fundamental/series', { body: { ...series, UserInfo } });
    await this.ask('POST /api/fundamental/meta', {
      body: { ...series, UserInfo: { ...UserInfo, UserName: 'other' } },
    });
    await this.ask('POST /api/fundamental/series', {
      body: { ...series, UserInfo: { ...UserInfo, Token: [token] } },
    });
    await this.ask('POST /api/fundamental/series', { body: { ...series, UserInfo: token } });
    await this.ask(`GET /api/v1/account?token=${url}`);
    await this.ask(`GET /api/v1/metadata?token=${url}`, { token });
    await this.ask(`GET /${url}`);
    await this.ask(`DELETE /api/v1/auth?${url}`);
    await this.ask(`GET /api/v1/series/%zz${url}`, { token });
    const headers = { cookie: `token=${url}`, referer: `http://x/${url}`, 'user-agent': token };
    await this.ask('GET /api/v1/metadata/areas', { token, headers });
    await this.ask('GET /api/v1/account', { headers: { authorization: token } });
    await this.ask('GET /api/v1/account', { headers: { authorization: `Basic ${btoa(token)}` } });
    await this.ask('GET /api/v1/account', { token: `${token}x` });
    await this.ask('GET /api/v1/series/dehrprice?format=csv', { token, headers });
    const table = 'GET /api/v1/tables/values/dehrprice/2024.parquet';
    await this.ask(table, { token });
    await this.ask(table, { token, headers: { range: 'bytes=1000000000-' } });
    await this.ask(table, { token, headers: { 'if-match': '"another"' } });
  }

  async tryKeys(token: string, password: string): Promise<void> {
    const { canaries } = this.#installation;
    const name = 'nightly';
    const sent = { name, password, expires: '2099-12-31' };
    await this.ask('POST /api/v1/account/keys', { token, body: { ...sent, expires: password } });
    const { body } = await this.ask('POST /api/v1/account/keys', { token, body: sent });
    await this.ask('POST /api/v1/account/keys', { token, body: sent });
    await this.ask('POST /api/v1/account/keys', { token: body.key, body: sent });
    const wrong = { name, password: canaries.plant('a wrong password for a key') };
    await this.ask('POST /api/v1/account/keys', { token, body: wrong });
    await this.ask('DELETE /api/v1/account/keys/writer', { token, body: { password } });
    await this.ask('GET /api/v1/account', { token: body.key });
    await this.ask('GET /api/v1/account/keys', { token: body.key });
    await this.ask('GET /api/operator/users', { token: body.key });
    await this.ask(`DELETE /api/v1/account/keys/${name}`, { token, body: { password } });
    await this.ask(`DELETE /api/v1/account/keys/${name}`, { token, body: { password } });
    await this.ask('GET /api/v1/account', { token: body.key });
  }

  /** Makes boards and a link to their pictures, uses the link's secret in wrong fields, and ends it. */
  async tryBoards(token: string, key: string): Promise<void> {
    const secret = this.#installation.canaries.plant('a secret in a wrong field');
    const panels = [{ view: '/s/dehrprice' }];
    const sent = { name: 'Morning', shared: true, panels };
    await this.ask('POST /api/v1/boards', { token, body: { ...sent, [secret]: 1 } });
    await this.ask('POST /api/v1/boards', { token: key, body: sent });
    const { body: board } = await this.ask('POST /api/v1/boards', { token, body: sent });
    const path = `/api/v1/boards/${board.id}`;
    const links = `${path}/links`;
    const { body: made } = await this.ask(`POST ${links}`, {
      token,
      body: { days: 1 },
      carries: ({ picture }: { picture: string }) => /gtl_\w+/.exec(picture)![0],
    });
    const link = /gtl_\w+/.exec(made.picture)![0];
    for (const ending of ['png', 'svg', 'gif'])
      await this.ask(`GET /api/v1/pictures/${link}.${ending}`);
    await this.misplaceToken(link);
    await this.ask(`GET /api/v1/boards/${link}`, { token });
    await this.ask(`POST ${links}`, { token, body: { days: 1, [link]: 1 } });
    await this.ask(`GET ${links}`, { token });
    await this.ask(`GET ${links}`, { token: key });
    await this.ask(`DELETE ${links}/${link}`, { token });
    await this.ask(`DELETE ${links}/${made.id}`, { token });
    await this.ask(`GET /api/v1/pictures/${link}.png`);
    await this.ask(`PUT ${path}`, { token, body: { ...sent, version: 7 } });
    await this.#askForOthersBoard(path, { ...sent, version: 1 });
    await this.ask('GET /api/v1/boards', { token: key });
    await this.ask(`DELETE ${path}`, { token });
  }

  /** Makes links for spreadsheets, reads by one, uses its secret in wrong fields, and revokes it. */
  async tryLinks(token: string, key: string, operatorKey: string): Promise<void> {
    const secret = this.#installation.canaries.plant('a secret in a link’s question');
    const path = '/api/v1/series/dehrprice';
    const sent = { path, query: { from: 'first', format: 'csv' }, name: 'Prices' };
    const base = '/api/v1/links';
    await this.ask(`POST ${base}`, { token, body: { ...sent, [secret]: 1 } });
    await this.ask(`POST ${base}`, { token, body: { ...sent, query: { [secret]: '1' } } });
    await this.ask(`POST ${base}`, { token: key, body: sent });
    const { body: made } = await this.ask(`POST ${base}`, {
      token,
      body: sent,
      carries: ({ link }: { link: string }) => link.slice('/l/'.length),
    });
    const link = made.link.slice('/l/'.length);
    for (const ending of [
      '',
      '?format=html',
      '?format=json',
      '?x=1',
      'x',
      '/x',
      '.csv',
      '?sep=|',
    ]) {
      await this.ask(`GET /l/${link}${ending}`);
    }
    await this.ask(`HEAD /l/${link}`);
    await this.ask(`POST /l/${link}`, { body: { link } });
    await this.ask(`GET /l/${link}`, { headers: { referer: `http://x/l/${link}` } });
    await this.misplaceToken(link);
    await this.ask(`POST ${base}`, { token, body: { ...sent, [link]: 1 } });
    await this.ask(`GET ${base}`, { token: key });
    await this.ask(`GET /api/operator/users/anna/links`, { token: operatorKey });
    await this.ask(`DELETE ${base}/${link}`, { token });
    await this.ask(`DELETE /api/operator/users/anna/links/${link}`, { token: operatorKey });
    await this.ask('GET /metrics');
    await this.ask(`DELETE ${base}/${made.id}`, { token });
    await this.ask(`GET /l/${link}`);
  }

  /** Makes alerts, with secrets in wrong fields, tries and removes them. */
  async tryAlerts(token: string, key: string): Promise<void> {
    const secret = this.#installation.canaries.plant('a secret in an alert');
    const emails = ['desk@example.com'];
    const sent = { name: 'Low', condition: 'dehrprice < 1e9', emails };
    await this.ask('POST /api/v1/alerts', { token, body: { ...sent, [secret]: 1 } });
    await this.ask('POST /api/v1/alerts', { token: key, body: sent });
    const { body: made } = await this.ask('POST /api/v1/alerts', { token, body: sent });
    await this.ask('POST /api/v1/alerts', { token, body: sent });
    await this.ask('GET /api/v1/alert-trial?condition=dehrprice', { token });
    const path = `/api/v1/alerts/${made.id}`;
    await this.ask(`GET /api/v1/alerts/${secret}`, { token });
    await this.ask(`PUT ${path}/silence`, { token, body: { until: '2 h', [secret]: 1 } });
    await this.ask(`GET ${path}/history`, { token: key });
    await this.ask(`DELETE ${path}`, { token });
  }

  /** Changes a board that another user of the plan shares. */
  async #askForOthersBoard(path: string, body: object): Promise<void> {
    const password = this.#installation.canaries.plant('password of a colleague');
    await this.#installation.withStore(({ accounts }) =>
      addUser(accounts, { name: 'colleague', password, planName: 'all' }, Date.now()),
    );
    const { body: token } = await this.ask('POST /api/v1/auth', {
      body: { username: 'colleague', password },
    });
    await this.ask(`PUT ${path}`, { token, body });
  }

  /** Makes webhooks, changes and removes them. Their secrets are stored, and are nowhere else. */
  async tryWebhooks(token: string, operatorKey: string): Promise<void> {
    const url = 'https://receiver.invalid/in';
    const carries = ({ secret }: { secret: string }): string => this.#installation.stores(secret);
    for (const [base, as] of [
      ['/api/v1/webhooks', token],
      ['/api/operator/webhooks', operatorKey],
    ] as const) {
      const { body } = await this.ask(`POST ${base}`, { token: as, body: { url }, carries });
      await this.ask(`POST ${base}/${body.id}/rotate`, { token: as, carries });
      for (const part of ['', '/deliveries'])
        await this.ask(`GET ${base}/${body.id}${part}`, { token: as });
      await this.ask(`GET ${base}`, { token: as });
      await this.ask(`GET ${base}/${body.secret}`, { token: as });
      await this.ask(`GET ${base}/0123456789abcdef`, { token: as });
      await this.ask(`POST ${base}`, {
        token: as,
        body: { url: 'http://receiver.invalid/', [body.secret]: 1 },
      });
      await this.ask(`POST ${base}`, { token: as, body: { url: body.secret } });
      await this.ask(`GET /metrics`);
      await this.ask(`DELETE ${base}/${body.id}`, { token: as });
    }
  }

  /** Changes users, keys and values as an operator, each under an Idempotency-Key. */
  async operate(token: string): Promise<void> {
    const { canaries } = this.#installation;
    const newKey = (what: string): string => canaries.plant(`Idempotency-Key of ${what}`, true);
    const [first, second] = [canaries.plant('a robot’s password'), canaries.plant('its new one')];
    const user = { name: 'robot', plan: 'all', password: first };
    const once = newKey('a user');
    await this.ask('POST /api/operator/users', { token, body: user, once });
    await this.ask('POST /api/operator/users', { token, body: user, once });
    await this.ask('POST /api/operator/users', { token, body: { ...user, name: 'x' }, once });
    await this.ask('POST /api/operator/users', { token, body: user });
    await this.ask('POST /api/operator/users', { token, body: { ...user, password: [first] } });
    await this.ask('PUT /api/operator/users/robot', {
      token,
      body: { password: second },
      once: newKey('a password'),
    });
    for (const secret of [second, token]) {
      await this.ask('POST /api/operator/users', { token, body: { ...user, [secret]: 1 } });
      await this.ask(`GET /api/operator/users?${encodeURIComponent(secret)}=1`, { token });
    }
    const long = canaries.plant('a password that is too long').repeat(5);
    await this.ask('PUT /api/operator/users/robot', { token, body: { password: long } });
    await this.ask('POST /api/v1/auth', { body: { username: 'robot', password: first } });
    await this.ask('POST /api/v1/auth', { body: { username: 'robot', password: second } });
    await this.changePassword('robot', second);
    const made = { token, body: { name: 'nightly', expires: '2099-12-31' }, once: newKey('a key') };
    await this.ask('POST /api/operator/users/robot/keys', made);
    await this.ask('POST /api/operator/users/robot/keys', made);
    await this.ask('DELETE /api/operator/users/robot/keys/nightly', { token });
    const values = { start: '2024-05-17T00:00Z', values: [1, 2, 3] };
    const written = { token, body: values, once: newKey('values') };
    const { body } = await this.ask('POST /api/operator/series/dehrprice/values', written);
    await this.ask('POST /api/operator/series/dehrprice/values', written);
    await this.ask('POST /api/operator/series/dehrprice/values', { ...written, once: 'ö '.trim() });
    for (let i = 0; i < 2; i++) {
      await this.ask(`POST /api/operator/imports/${body.entry}/undo`, { token });
    }
    const run = { analyzedTime: '2024-05-17T06:00Z', source: 'a', start: '2024-05-18T00:00Z' };
    await this.ask('POST /api/operator/series/dehrprice/runs', {
      token,
      body: { ...run, values: [1, 2] },
    });
    const formula = { token, body: { formula: '2 * dehrprice' } };
    await this.ask('PUT /api/operator/forecast-targets/doubled', formula);
    await this.ask('POST /api/operator/series/doubled/values', { token, body: values });
    for (const list of [
      'users',
      'users/nobody',
      'plans',
      'audit',
      'imports',
      'imports/9999',
      'held',
    ]) {
      await this.ask(`GET /api/operator/${list}`, { token });
    }
  }

  /** Provokes the refusals that the other requests do not meet. */
  async beRefused(token: string, operator: string): Promise<void> {
    const { canaries } = this.#installation;
    await this.#installation.withStore((store) => {
      const now = Date.now();
      const entry = { kind: 'compact', actor: 'anna', name: 'to 2024', now } as const;
      return store.compact(Date.parse('2024-01-01'), entry);
    });
    const forecast = '/api/v1/power-balance-forecast/short-term';
    for (const path of [
      ...[forecast, `${forecast}?area=XX`, `${forecast}?area=FR`, '/api/v1/series/nosuch'],
      ...[`${forecast}?area=DE&currency=NOK`, `${forecast}/bands?area=DE&resolution=Daily`],
      ...['from=todya', 'from=year-9999', 'from=today&to=yesterday', 'resolution=hourish'].map(
        (query) => `/api/v1/series/dehrprice?${query}`,
      ),
      ...['/api/v1/series/dedayprice?resolution=peak', '/api/v1/series/dehrprice?asOf=2023-06-30'],
      '/api/v1/changes?after=999999999',
    ]) {
      await this.ask(`GET ${path}`, { token });
    }
    const pasword = canaries.plant('password in a misspelt field');
    const misspelt = { name: 'misspelt', plan: 'all', pasword };
    await this.ask('POST /api/operator/users', { token: operator, body: misspelt });
    for (const [name, limits] of [
      ['slow', { series: ['*'], requestsPerMinute: 1 }],
      ['tiny', { series: ['de*'], pointsPerAnswer: 2 }],
    ] as const) {
      await this.ask(`PUT /api/operator/plans/${name}`, { token: operator, body: limits });
      const password = canaries.plant(`password of ${name}`);
      const user = { name, plan: name, password };
      await this.ask('POST /api/operator/users', { token: operator, body: user });
      const { body } = await this.ask('POST /api/v1/auth', { body: { username: name, password } });
      for (const id of ['dehrprice', 'frhrprice', 'dehrprice']) {
        await this.ask(`GET /api/v1/series/${id}`, { token: body });
      }
    }
  }

  /** Guesses passwords until sign-ins from this machine are throttled. */
  async guess(): Promise<void> {
    for (let i = 0; i < 25 && !this.codes.has('sign_in_throttled'); i++) {
      const password = this.#installation.canaries.plant(`guess ${i}`);
      await this.ask('POST /api/v1/auth', { body: { username: 'anna', password } });
    }
  }

  /** Reads the pages and documents that are open to all, and the metrics. */
  async readPublicPaths(token: string): Promise<void> {
    for (const path of [
      ...['/', '/docs', '/errors', '/openapi.json', '/metrics', '/healthz', '/readyz', '/account'],
      ...['/api/v1/about', '/api/v1/account', '/api/v1/metadata', '/api/operator/collect'],
    ]) {
      await this.ask(`GET ${path}`, { token });
    }
  }
}
