#!/bin/sh
# Run once by the image of PostgreSQL, on an empty volume: the shop's user owns the database and is no superuser.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$(cat "$ALHENA_PASSWORD_FILE")" --username postgres <<'SQL'
create role alhena login createrole createdb password :'password';
create database alhena owner alhena;
SQL
