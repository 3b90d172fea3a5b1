// Requests for boards as a user with a token, and a board to send.

import assert from 'node:assert/strict';
import type { Answer, World } from '../../../../../harness/world/world.ts';

export const BOARDS = '/api/v1/boards';
export const PANEL = { view: '/s/dehrprice?from=today-7', title: '', part: 'view', width: 'half' };

/** Sends JSON as a user, `trader` by default. */
export async function sendAs(
  world: World,
  method: string,
  url: string,
  body?: unknown,
  as = 'trader',
): Promise<Answer> {
  const authorization = `Bearer ${await world.token(as)}`;
  return world.raw({
    method,
    url,
    headers: { authorization, ...(body === undefined ? {} : JSON_TYPE) },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** Makes a board and returns its path. */
export async function makeBoard(world: World, more: object = {}, as = 'trader'): Promise<string> {
  const { status, body, text } = await sendAs(world, 'POST', BOARDS, { name: 'x', ...more }, as);
  assert.equal(status, 201, text);
  return `${BOARDS}/${body.id}`;
}
