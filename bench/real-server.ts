// The product, serving its demo from a folder given as argument. A process of its own.

import { hashPassword } from '#accounts/passwords';
import { startApp } from '#app';
import { readConfig } from '#config';

const password = 'benchmark-password';
const config = readConfig({
  STORE: `sqlite:${process.argv[2]}`,
  PORT: '0',
  DEMO_PASSWORD: password,
  LOG_LEVEL: 'warn',
});
const app = await startApp(config, { isDemo: true });
await app.store.accounts.putPlan({
  name: 'bench',
  patterns: ['*'],
  requestsPerMinute: 1e9,
  pointsPerAnswer: 1e8,
});
await app.store.accounts.addUser({
  name: 'bench',
  passwordHash: await hashPassword(password),
  planName: 'bench',
  isDisabled: false,
  createdAt: Date.now(),
});
const answer = await fetch(`${app.url}/api/v1/auth`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ username: 'bench', password }),
});
process.send!({ port: Number(new URL(app.url).port), token: await answer.json() });
process.on('message', () => process.send!({ cpu: process.cpuUsage() }));
process.on('disconnect', () => process.exit(0));
