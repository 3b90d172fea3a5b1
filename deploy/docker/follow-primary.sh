#!/bin/bash
# The start of the replica: takes a copy of the primary if there is none yet, and follows it from then on.
set -euo pipefail
PGDATA=${PGDATA:-/var/lib/postgresql/18/docker}
export PGDATA
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA"
  chown -R postgres:postgres "$PGDATA"
  chmod 700 "$PGDATA"
  exec gosu postgres bash "$0"
fi
# A copy that was cut short is begun again. The mark is not a file of PostgreSQL's: a replica that was made the
# primary has none of a replica's files any more, and must not be copied over.
mark=$PGDATA/gridtide-copy-is-whole
if [ ! -e "$mark" ]; then
  find "$PGDATA" -mindepth 1 -delete
  # The slot makes the primary keep what the replica does not have yet.
  created=$(psql --host="$PRIMARY_HOST" --dbname=gridtide --no-align --tuples-only \
    --command="SELECT count(*) FROM pg_replication_slots WHERE slot_name = 'gridtide_replica'")
  if [ "$created" = 0 ]; then
    psql --host="$PRIMARY_HOST" --dbname=gridtide --quiet --output=/dev/null \
      --command="SELECT pg_create_physical_replication_slot('gridtide_replica', true)"
  fi
  pg_basebackup --host="$PRIMARY_HOST" --pgdata="$PGDATA" --wal-method=stream --checkpoint=fast \
    --slot=gridtide_replica --write-recovery-conf
  touch "$mark"
fi
exec postgres
