import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { it } from 'node:test';
import type { FastifyReply } from 'fastify';
import { Refusal } from '#core/errors';
import { takeMemory } from '#http/answer/unsent-answers';

it('large answers that clients do not read are refused beyond 128 MB, and again made when they are read', () => {
  const replies = Array.from({ length: 17 }, () => ({ raw: new EventEmitter() }));
  const take = (i: number): void =>
    takeMemory(replies[i] as unknown as FastifyReply, (8 * 2 ** 20) / 16 + 1);
  for (let i = 0; i < 16; i++) take(i);
  const isBusy = (error: unknown): boolean =>
    error instanceof Refusal && error.code === 'server_busy';
  assert.throws(() => take(16), isBusy);
  replies[3]!.raw.emit('close');
  take(16);
  for (const { raw } of replies) raw.emit('close');
  for (let i = 0; i < 16; i++) take(i);
  for (const { raw } of replies) raw.emit('close');
});
