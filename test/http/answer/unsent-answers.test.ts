import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { it } from 'node:test';
import type { FastifyReply } from 'fastify';
import { Refusal } from '#core/errors';
import { takeMemory, takeStrangerMemory } from '#http/answer/unsent-answers';

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

it('lists without a token that clients do not read are refused beyond 16 MB, and callers get theirs', () => {
  const replies = Array.from({ length: 18 }, () => ({ raw: new EventEmitter() }));
  const replyOf = (i: number) => replies[i] as unknown as FastifyReply;
  for (let i = 0; i < 17; i++) takeStrangerMemory(replyOf(i), 2 ** 20);
  assert.throws(() => takeStrangerMemory(replyOf(17), 300), { code: 'server_busy' });
  takeMemory(replyOf(17), 1_000);
  replies[0]!.raw.emit('close');
  takeStrangerMemory(replyOf(17), 300);
  for (const { raw } of replies) raw.emit('close');
});
