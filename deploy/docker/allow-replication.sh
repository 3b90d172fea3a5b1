#!/bin/bash
# Run once by the image of PostgreSQL when it makes its folder: lets a replica follow, with the same password.
set -euo pipefail
echo 'host replication all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
# A replica that is away for long must not fill the disk of the primary: then it is made again.
echo "max_slot_wal_keep_size = '4GB'" >> "$PGDATA/postgresql.conf"
