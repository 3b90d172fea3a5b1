// A process that writes transactions of all sizes to a store, as fast as it can, until it is killed or done.

import { openStore } from '#store/open/open-store';

const [url = '', count = '0'] = process.argv.slice(2);
const store = await openStore(url);
const { key } = (await store.findSeries('aa'))!;
for (let i = 1; i <= Number(count); i++) {
  const length = i % 7 === 0 ? 60_000 : 1 + (i % 900);
  const indices = Int32Array.from({ length }, (_, at) => 1_000 + at);
  const values = Float64Array.from(indices, (at) => Math.sin(at * i) * 1e6);
  await store.write((writer) => writer.writePoints(key, indices, values, i));
  if (i % 5 === 0) await store.putSetting('written', String(i));
}
await store.close();
