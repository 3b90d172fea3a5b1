import { createReadStream, rmSync } from 'node:fs';
import { findZone } from '#core/zone';
import { importPoints } from '#importers/import-points';
import { openStore } from '#store/open-store';

for (let r = 0; r < 2; r++) {
  rmSync('/tmp/gtbench/db', { recursive: true, force: true });
  const store = await openStore('sqlite:/tmp/gtbench/db/x.db');
  await store.write(async (w) => {
    for (let k = 0; k < 100; k++)
      await w.defineSeries({
        code: `de${k}hrprice`,
        description: 'x',
        unit: 'EUR/MWh',
        resolution: 'hour',
        area: null,
        category: null,
      });
  });
  for (let j = 0; j < 2; j++) {
    const t = performance.now();
    const c0 = process.cpuUsage();
    const res = await importPoints(
      store,
      createReadStream(process.argv[2]!, { highWaterMark: 1 << 20 }),
      { zone: findZone('Europe/Berlin')!, now: 0 },
    );
    const s = (performance.now() - t) / 1000;
    const c = process.cpuUsage(c0);
    console.log(
      JSON.stringify(res),
      'user',
      c.user / 1e6,
      'sys',
      c.system / 1e6,
      s.toFixed(2),
      (res.rows / s / 1e6).toFixed(2),
      'M/s',
      Math.round(process.memoryUsage().rss / 1e6),
      'MB',
    );
  }
  await store.close();
}
