// Every route × every kind of caller: exactly the answers that the two tables intend. A route without a row
// fails, and so does a row without a route.

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { addKey } from '#accounts/api-keys';
import type { SingleSignOn } from '#accounts/sso/single-sign-on';
import { Refusal } from '#core/errors';
import {
  type Callers,
  type Credentials,
  columnOf,
  INTENDED,
  makeCallers,
  type Outcome,
  waysOf,
} from '../../../harness/authorisation/authorisation-callers.ts';
import {
  NEW_CODE,
  NEW_ENTRY,
  NEW_NAME,
  NEW_PASSWORD,
  OPEN_LINK,
  OPERATOR_ALERT,
  type Opens,
  OWN_ALERT,
  OWN_BOARD,
  OWN_LINK,
  OWN_PASSWORD,
  OWN_WEBHOOK,
  PICTURE,
  ROUTES,
  type RouteRow,
  SPARE_LINK,
  SPARE_SESSION,
} from '../../../harness/authorisation/authorisation-routes.ts';
import { listRoutes } from '../../../harness/authorisation/server-routes.ts';
import { nextPageOf } from '../../../harness/http/next-page.ts';
import { isLong } from '../../../harness/rounds.ts';
import { ForgingProvider } from '../../../harness/sso/forging-provider.ts';
import { clearAlerts, putSpareAlert } from '../../../harness/world/spare-alert.ts';
import { putPictureLink, putSpareBoard } from '../../../harness/world/spare-board.ts';
import { putOpenLink, putSpareLink } from '../../../harness/world/spare-link.ts';
import { putSpareWebhook } from '../../../harness/world/spare-webhook.ts';
import { type Answer, PASSWORD, sequence, World } from '../../../harness/world/world.ts';
import { assertPrometheusError, assertRefused } from '../request/assert-refused.ts';

const NOW = '2024-05-17T10:00:00Z';
let namesGiven = 0;
/** The users that callers of the tables belong to. */
const OWNERS = [
  ...['trader', 'german', 'changer', 'anna', 'keyed'],
  ...['chief', 'former', 'careless', 'scribe', 'neighbour', 'auditor'],
];

/** Makes the least that a build of the explorer leaves. */
async function makeExplorer(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-authorisation-'));
  after(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'assets'));
  for (const file of ['index.html', 'favicon.svg', 'assets/page.js']) {
    await writeFile(join(folder, file), '<!doctype html>');
  }
  return folder;
}

async function openWorld(
  publicLists: boolean,
  sso: SingleSignOn,
  explorerFolder?: string,
): Promise<World> {
  const world = await World.open(
    { after },
    { now: NOW, publicLists, sso, ...(explorerFolder ? { explorerFolder } : {}) },
  );
  const from = '2024-05-10T00:00:00Z';
  const price = { code: 'frhrprice', area: 'FR', category: 'hrprice' };
  await world.load({ ...price, from, values: sequence(168) });
  await world.load({ code: 'deload', from, values: [1] });
  await world.loadRun('frhrprice', '2024-05-16T06:00:00Z', '2024-05-16T00:00:00Z', sequence(168));
  return world;
}

class Matrix {
  #pictureLink: Promise<string> | undefined;
  readonly world: World;
  readonly callers: Callers;
  readonly isPublic: boolean;
  /** The number of requests so far. */
  sent = 0;

  constructor(world: World, callers: Callers, isPublic: boolean) {
    this.world = world;
    this.callers = callers;
    this.isPublic = isPublic;
  }

  async #operator(): Promise<Record<string, string>> {
    const [{ header } = {}] = await waysOf(this.callers.get('an operator key'), false);
    return { authorization: `Bearer ${header}` };
  }

  /** Replaces the marks for what is made new for each request. */
  async #fill(text: string): Promise<string> {
    if (text === NEW_NAME) return `name-${++namesGiven}`;
    if (text === NEW_PASSWORD) return `a-new-password-${++namesGiven}`;
    if (text === NEW_CODE) return this.world.signIn.codes.make('signer', this.world.now);
    if (text.endsWith(PICTURE)) {
      this.#pictureLink ??= putPictureLink(this.world.signIn.accounts, 'signer', this.world.now);
      return text.replace(PICTURE, `${await this.#pictureLink}.svg`);
    }
    if (text.endsWith(OPEN_LINK)) {
      const { signIn, now } = this.world;
      const secret = putOpenLink(signIn.accounts, 'signer', '/api/v1/series/frhrprice', now);
      return text.replace(OPEN_LINK, await secret);
    }
    if (!text.endsWith(`/${NEW_ENTRY}/undo`)) return text;
    const { body } = await this.world.raw({
      method: 'POST',
      url: '/api/operator/series/frhrprice/values',
      headers: { ...(await this.#operator()), 'content-type': 'application/json' },
      payload: JSON.stringify({ start: '2024-05-17T00:00Z', values: [++namesGiven] }),
    });
    return text.replace(NEW_ENTRY, String(body.entry));
  }

  /** Gives the caller a key `spare` to revoke. */
  async #addSpare(): Promise<void> {
    for (const name of OWNERS.filter((owner) => owner !== 'keyed')) {
      const { accounts } = this.world.signIn;
      const user = (await accounts.findUser(name))!;
      await addKey(accounts, user, 'spare', this.world.now).catch((error) => {
        if (!(error instanceof Refusal && error.code === 'key_exists')) throw error;
      });
    }
  }

  /** Gives a user a board with version 1 and a link, and returns the board's id. */
  async #addBoard(owner: string): Promise<string> {
    const { now, signIn } = this.world;
    const user = (await signIn.accounts.findUser(owner))!;
    const id = String(user.id).padStart(16, '0');
    await putSpareBoard(signIn.accounts, { owner, id, linkId: SPARE_LINK, now });
    return id;
  }

  /** Makes the alert that an address is about, of a user or of the operators, and returns the address with its id. */
  async #addAlert(url: string, owner: string): Promise<string> {
    const { store, now } = this.world;
    if (url.endsWith('/alerts')) await clearAlerts(store, now);
    if (url.includes(OPERATOR_ALERT)) await putSpareAlert(store, null, OPERATOR_ALERT, now);
    if (!url.includes(OWN_ALERT)) return url;
    const id = Buffer.from(owner.padEnd(8)).toString('hex').slice(0, 16);
    await putSpareAlert(store, owner, id, now);
    return url.replace(OWN_ALERT, id);
  }

  /** Gives a user a webhook, and returns its id. */
  async #addWebhook(owner: string): Promise<string> {
    const { now, signIn } = this.world;
    const user = (await signIn.accounts.findUser(owner))!;
    const id = String(user.id).padStart(16, '0');
    await putSpareWebhook(signIn.accounts, { owner, id, now });
    return id;
  }

  /** Fills in what belongs to the caller. */
  async #fillOwn(url: string, owner: string): Promise<string> {
    if (url.includes(OWN_BOARD)) return url.replace(OWN_BOARD, await this.#addBoard(owner));
    if (url.includes(OWN_WEBHOOK)) return url.replace(OWN_WEBHOOK, await this.#addWebhook(owner));
    if (/\/links(?:\/|$)/.test(url) && !url.includes('/boards/')) await this.#addLink(url, owner);
    return this.#addAlert(url, owner);
  }

  /** Gives the user that an address is about one link, which it may name, or none. */
  async #addLink(url: string, owner: string): Promise<void> {
    const { now, signIn } = this.world;
    const user = url.startsWith('/api/operator/') ? 'robot' : owner;
    await putSpareLink(signIn.accounts, user, url.endsWith(OWN_LINK) ? OWN_LINK : undefined, now);
  }

  /** More wrong passwords than a throttle allows are tried here. */
  async #forgetFailures(): Promise<void> {
    const { accounts } = this.world.signIn;
    for (const kind of ['user', 'address', 'pair'] as const)
      await accounts.removeFailures(kind, '');
  }

  /** Remembers the passwords of the callers, and returns a function that sets them again. */
  async #keepPasswords(): Promise<() => Promise<void>> {
    const { accounts } = this.world.signIn;
    const users = await Promise.all(OWNERS.map((name) => accounts.findUser(name)));
    return async () => {
      for (const user of users) {
        const { name, passwordHash } = user!;
        await accounts.updateUser(name, { passwordHash });
      }
    };
  }

  /** The body of a request, with UserInfo and the password of the caller. */
  async #bodyOf(row: RouteRow, { info, password = PASSWORD }: Credentials) {
    if (!row.body) return undefined;
    const takesInfo = row.opens.startsWith('UserInfo');
    const body: Record<string, unknown> = { ...(info && takesInfo ? { UserInfo: info } : {}) };
    for (const [name, value] of Object.entries(row.body)) {
      if (value !== OWN_PASSWORD)
        body[name] = typeof value === 'string' ? await this.#fill(value) : value;
      else if (password !== null) body[name] = password;
    }
    return body;
  }

  /** `caller` names the user's kind: own boards and webhooks are that user's. */
  async send(
    caller: string,
    { url, ...given }: RouteRow,
    credentials: Credentials,
    method: string,
  ): Promise<Answer> {
    this.sent++;
    const { name = 'trader' } = this.callers.get(caller) ?? {};
    const row = { ...given, url: await this.#fillOwn(url, name) };
    if (row.path.endsWith('/account/keys/{name}')) await this.#addSpare();
    if (row.url.includes(SPARE_SESSION))
      for (const name of OWNERS) await this.world.addSession(name, SPARE_SESSION);
    if (!row.path.endsWith('/account/password')) {
      const asked = await this.#ask(row, credentials, method);
      const isFailure = asked.body?.code === 'password_wrong' || row.path === '/sso/callback';
      if (isFailure) await this.#forgetFailures();
      return asked;
    }
    const setAgain = await this.#keepPasswords();
    const answer = await this.#ask(row, credentials, method);
    if (answer.status === 200) await setAgain();
    return answer;
  }

  async #ask(row: RouteRow, credentials: Credentials, method: string): Promise<Answer> {
    const { header, cookie, from } = credentials;
    const body = await this.#bodyOf(row, credentials);
    return this.world.raw({
      method,
      url: await this.#fill(row.url),
      headers: {
        ...(header === undefined ? {} : { authorization: `Bearer ${header}` }),
        ...(cookie === undefined ? {} : { cookie: `other=1; gridtide-session=${cookie}` }),
        ...from,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { payload: JSON.stringify(body) } : {}),
    });
  }

  intended(caller: string, opens: Opens): Outcome {
    return INTENDED.get(caller)!.get(columnOf(opens, this.isPublic))!;
  }

  /** Whether no caller above it in the table has the same outcome. */
  isFirst(caller: string, opens: Opens): boolean {
    const intended = this.intended(caller, opens);
    return [...INTENDED.keys()].find((name) => this.intended(name, opens) === intended) === caller;
  }

  /** The changes of the store so far, from its own records. */
  async record(): Promise<string> {
    const paths = ['audit?limit=1000', 'users', 'plans', 'users/trader/keys', 'users/german/keys'];
    const lists = await Promise.all(paths.map((path) => this.#list(`/api/operator/${path}`)));
    // A wrong password has an entry of its own, and each request with an ended key needs a new one.
    const isPrepared = /"kind":"sign-in|"Key \\"ended /;
    return JSON.stringify(lists.flat().filter((entry) => !isPrepared.test(JSON.stringify(entry))));
  }

  /** All pages of a list. */
  async #list(path: string): Promise<object[]> {
    const answer = await this.world.get(path, null, await this.#operator());
    const next = nextPageOf(answer);
    return next ? [...answer.body, ...(await this.#list(next))] : answer.body;
  }
}

function assertOutcome(
  answer: Answer,
  { status, code }: Outcome,
  method: string,
  { success, path }: RouteRow,
): void {
  if (code === undefined) assert.equal(answer.status, success, answer.text);
  else if (method === 'HEAD') assert.equal(answer.status, status, answer.text);
  else if (path.startsWith('/prometheus/')) assertPrometheusError(answer, status, code);
  else assertRefused(answer, status, code);
}

function describeRoutes({ world }: Matrix, rows: readonly RouteRow[]): void {
  it('the table has a row for every route of the server, and a route for every row', () => {
    const served = listRoutes(world.app)
      .flatMap(({ path, methods }) => methods.map((method) => `${method} ${path}`))
      .filter((route) => !route.startsWith('HEAD '))
      // The router's tree shows a wildcard without its folder.
      .map((route) => (route === 'GET /*' ? 'GET /assets/*' : route));
    assert.deepEqual(rows.map(({ method, path }) => `${method} ${path}`).sort(), served.sort());
  });
}

/** What repeats another request in a way: the gate does it for a quarter of the pairs of caller and route, in turn. */
const isInTurn = (pair: number): boolean => isLong || pair % 4 === 0;

function describeCells(matrix: Matrix, rows: readonly RouteRow[]): void {
  for (const [i, caller] of [...INTENDED.keys()].entries()) {
    it(`${caller} gets on every route exactly what is intended`, async () => {
      for (const [j, row] of rows.entries()) {
        // The first caller with an outcome asks every route for it, and the others in turn.
        if (!matrix.isFirst(caller, row.opens) && !isInTurn(i + j)) continue;
        const ways = await waysOf(matrix.callers.get(caller), row.opens.startsWith('UserInfo'));
        for (const way of ways) {
          const intended = matrix.intended(caller, row.opens);
          const methods = row.method === 'GET' && isInTurn(i + j) ? ['GET', 'HEAD'] : [row.method];
          for (const method of methods) {
            const answer = await matrix.send(caller, row, way, method);
            try {
              assertOutcome(answer, intended, method, row);
            } catch (error) {
              const by = way.info ? 'by UserInfo' : way.cookie ? 'by cookie' : 'by header';
              throw new Error(`${method} ${row.path}, ${by}: ${(error as Error).message}`);
            }
          }
        }
      }
    });
  }

  it('a refused request changes nothing', async (t) => {
    const before = await matrix.record();
    for (const [i, caller] of [...INTENDED.keys()].entries()) {
      for (const [j, row] of rows.entries()) {
        if (!isInTurn(i + j)) continue;
        // Preparing these requests is itself a change.
        if (row.url.includes(NEW_ENTRY) || row.url.endsWith('/spare')) continue;
        if (row.method === 'GET' || matrix.intended(caller, row.opens).status === 200) continue;
        const ways = await waysOf(matrix.callers.get(caller), row.opens.startsWith('UserInfo'));
        for (const way of ways) await matrix.send(caller, row, way, row.method);
      }
    }
    assert.equal(await matrix.record(), before);
    const lists = matrix.isPublic ? 'open' : 'closed';
    t.diagnostic(
      `figure: ${rows.length} routes × ${INTENDED.size} callers with lists ${lists}, ${matrix.sent} requests`,
    );
  });
}

const isChangedByClosing = (opens: Opens): boolean =>
  columnOf(opens, true) !== columnOf(opens, false);

/**
 * `arePublic` says whether lists are open to every caller. Every route is asked with open lists. With closed
 * ones the gate asks only those again whose answers the setting changes.
 */
export function describeMatrix(arePublic: boolean): void {
  describe(`with PUBLIC_LISTS=${arePublic}, the server`, async () => {
    const provider = await ForgingProvider.open({ after });
    const explorer = arePublic ? await makeExplorer() : undefined;
    const world = await openWorld(arePublic, provider.sso(), explorer);
    const matrix = new Matrix(world, await makeCallers(world, provider), arePublic);
    const rows = ROUTES.filter(({ isExplorer }) => arePublic || !isExplorer);
    describeRoutes(matrix, rows);
    const asked = rows.filter(({ opens }) => arePublic || isLong || isChangedByClosing(opens));
    describeCells(matrix, asked);
  });
}
