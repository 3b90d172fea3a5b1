// Wrong requests of the long run: each is refused with one status, and nothing of it is to stay.

import type { Random } from '../../harness/random.ts';
import type { Asked, Kind } from './soak-kind.ts';
import type { SoakStore } from './soak-store.ts';

const wrong = (
  name: string,
  weight: number,
  status: number,
  make: (random: Random) => Asked,
): Kind => ({ name, weight, statuses: [status], make });

const get = (path: string, secret?: string): Asked => ({ method: 'GET', path, secret });

export function makeWrongKinds({ codes, key }: SoakStore): Kind[] {
  const post = (text: string): Asked => ({
    method: 'POST',
    path: '/api/fundamental/series',
    text,
    secret: key,
  });
  return [
    wrong('unknown path', 1.5, 404, (random) => get(`/nowhere/${random.below(2 ** 31)}`)),
    wrong('unknown series', 1.5, 404, (random) =>
      get(`/api/v1/series/none${random.below(2 ** 31)}`, key),
    ),
    wrong('broken body', 1.5, 400, (random) => post('{"SeriesId":'.repeat(1 + random.below(9)))),
    wrong('deep body', 0.5, 400, () => post(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`)),
    wrong('wrong type', 1, 400, () => post('{"SeriesId":[1]}')),
    wrong('large body', 0.1, 413, () => post(`{"SeriesId":"${'x'.repeat(200_000)}"}`)),
    wrong('wrong field', 1, 400, (random) =>
      get(`/api/v1/series/${random.pick(codes)}?from=todya${random.below(1_000)}`, key),
    ),
    wrong('no token', 1, 401, () => get('/api/v1/account')),
    wrong('strange token', 1.5, 401, (random) =>
      get('/api/v1/account', `word${random.below(2 ** 31)}`),
    ),
    wrong('no operator', 0.5, 403, () => get('/api/operator/users', key)),
    wrong('wrong method', 0.5, 405, () => ({ method: 'DELETE', path: '/api/v1/about' })),
  ];
}
