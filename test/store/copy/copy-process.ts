// A process that copies a store: `node copy-process.ts FROM TO WRITES`. It kills itself, as by kill -9, when
// it has begun to write more than WRITES pages of rows.

import { copyStore } from '#store/copy/copy-store';
import { openTables } from '#store/open/open-tables';
import type { SqlSession } from '#store/sql/sql-session';
import type { TableStore } from '#store/sql/table-store';

/** The same store, but the process is killed in the middle of a write. */
function killedAfter(store: TableStore, writes: number): TableStore {
  let left = writes;
  const counting = (session: SqlSession): SqlSession => ({
    engine: session.engine,
    all: (text, ...values) => session.all(text, ...values),
    table: (text, ...values) => session.table(text, ...values),
    run: (text, ...values) => session.run(text, ...values),
    put: (text, ...values) => session.put(text, ...values),
    async runEach(text, lists) {
      await session.runEach(text, lists.slice(0, 1));
      if (text.startsWith('INSERT') && left-- <= 0) process.kill(process.pid, 'SIGKILL');
      await session.runEach(text, lists.slice(1));
    },
  });
  return {
    engine: store.engine,
    read: (group, work) => store.read(group, work),
    transact: (group, work) => store.transact(group, (session) => work(counting(session))),
    close: () => store.close(),
  };
}

const [, script, from, to, writes] = process.argv;
if (script === import.meta.filename) {
  const source = await openTables(from!, { create: false });
  const target = killedAfter(await openTables(to!, { create: true }), Number(writes));
  await copyStore(source, target);
  await target.close();
  await source.close();
}
