// A process that claims the backup of a due time and never ends it, until it is killed.

import { BACKUP_JOB } from '#service/backups/backup-schedule';
import { openStore } from '#store/open/open-store';

const [url = '', dueAt = '0', now = '0'] = process.argv.slice(2);
const store = await openStore(url);
const isClaimed = await store.claimJob(BACKUP_JOB, Number(dueAt), Number(now));
process.stdout.write(isClaimed ? 'claimed\n' : 'refused\n');
setInterval(() => {}, 60_000);
