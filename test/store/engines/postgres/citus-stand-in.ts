// A PostgreSQL server with an extension named citus. It records its calls, refuses the tables that Citus
// refuses, and leaves every table where it is.

import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findBinaries } from '../../../../harness/postgres/binaries.ts';
import { TestServer } from '../../../../harness/postgres/test-server.ts';

const CONTROL = `default_version = '1.0'\nrelocatable = false\n`;

/** Has the names, parameters and rules of Citus 13.2, but does not spread anything. */
const SCRIPT = `
CREATE TABLE pg_dist_partition (logicalrelid regclass PRIMARY KEY, partmethod "char", partkey text);
CREATE TABLE pg_dist_local_group (groupid int NOT NULL);
INSERT INTO pg_dist_local_group VALUES (0);
CREATE TABLE stand_in_call (call_id bigserial PRIMARY KEY, call text NOT NULL);
CREATE TABLE stand_in_refusal (table_name text PRIMARY KEY);

CREATE FUNCTION stand_in_take(target regclass, call text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM pg_dist_partition WHERE logicalrelid = target) THEN
    RAISE 'table "%" is already distributed', target USING ERRCODE = '42P16';
  END IF;
  IF EXISTS (SELECT 1 FROM stand_in_refusal WHERE table_name = target::text) THEN
    RAISE 'connection to the remote node failed' USING ERRCODE = '08006';
  END IF;
  INSERT INTO stand_in_call (call) VALUES (call);
END $$;

CREATE FUNCTION create_reference_table(table_name regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM stand_in_take(table_name, format('reference %s', table_name));
  INSERT INTO pg_dist_partition VALUES (table_name, 'n', NULL);
END $$;

CREATE FUNCTION create_distributed_table(table_name regclass, distribution_column text,
  distribution_type text DEFAULT 'hash', colocate_with text DEFAULT 'default',
  shard_count int DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = table_name AND i.indisunique AND NOT EXISTS
    (SELECT 1 FROM pg_attribute a WHERE a.attrelid = table_name AND a.attname = distribution_column
    AND a.attnum = ANY (i.indkey))) THEN
    RAISE 'cannot create constraint on "%": it does not include the partition column', table_name;
  END IF;
  IF colocate_with NOT IN ('default', 'none') AND NOT EXISTS (SELECT 1 FROM pg_dist_partition
    WHERE logicalrelid = colocate_with::regclass AND partkey = distribution_column) THEN
    RAISE 'cannot colocate tables % and %', colocate_with, table_name;
  END IF;
  PERFORM stand_in_take(table_name,
    format('distributed %s by %s with %s', table_name, distribution_column, colocate_with));
  INSERT INTO pg_dist_partition VALUES (table_name, 'h', distribution_column);
END $$;

CREATE FUNCTION truncate_local_data_after_distributing_table(function_target regclass)
  RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_dist_partition WHERE logicalrelid = function_target) THEN
    RAISE 'supplied parameter is not a distributed relation';
  END IF;
  INSERT INTO stand_in_call (call) VALUES (format('emptied %s', function_target));
END $$;
`;

export class CitusServer {
  readonly server: TestServer;
  readonly #folder: string;
  #databases = 0;

  private constructor(server: TestServer, folder: string) {
    this.server = server;
    this.#folder = folder;
  }

  /** Starts the npm package's server: before version 18 a server looks for extensions in its own folder only. */
  static async start(settings: Readonly<Record<string, string>> = {}): Promise<CitusServer> {
    const folder = await mkdtemp(join(tmpdir(), 'gridtide-citus-'));
    mkdirSync(join(folder, 'extension'));
    writeFileSync(join(folder, 'extension', 'citus.control'), CONTROL);
    writeFileSync(join(folder, 'extension', 'citus--1.0.sql'), SCRIPT);
    // If tests run as root, the server runs as another user.
    chmodSync(folder, 0o755);
    const server = await TestServer.start({
      binFolder: findBinaries(),
      settings: { ...settings, extension_control_path: `'${folder}:$system'` },
    });
    return new CitusServer(server, folder);
  }

  /** Makes a database and returns its address. `template` is one of this server's without connections. */
  async makeDatabase(template = 'template1'): Promise<string> {
    const name = `store_${++this.#databases}`;
    await this.ask('postgres', `CREATE DATABASE ${name} TEMPLATE ${template}`);
    return this.server.url(name);
  }

  /** Like `makeDatabase`, with the extension. */
  async makeCitusDatabase(): Promise<string> {
    const url = await this.makeDatabase();
    await this.ask(url, 'CREATE EXTENSION citus');
    return url;
  }

  /** Runs one statement in a database, given by its name or its address. */
  async ask<Row extends pg.QueryResultRow>(database: string, text: string): Promise<Row[]> {
    const url = database.includes('/') ? database : this.server.url(database);
    const client = new pg.Client(url);
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }

  /** The calls of the extension, in order. */
  async calls(url: string): Promise<string[]> {
    const text = 'SELECT call FROM stand_in_call ORDER BY call_id';
    return (await this.ask<{ call: string }>(url, text)).map(({ call }) => call);
  }

  async close(): Promise<void> {
    await this.server.close();
    await rm(this.#folder, { recursive: true });
  }
}
