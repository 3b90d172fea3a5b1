// The settings: names, defaults and meanings, for the program, its help and the documentation.

import type { Setting } from '#settings/setting';
import { SIGN_IN_SETTINGS } from '#settings/sign-in-settings';

export const SETTINGS = [
  {
    name: 'HOST',
    fallback: '127.0.0.1',
    meaning: 'Address to listen on. 0.0.0.0 listens on every interface.',
  },
  { name: 'PORT', fallback: '8080', meaning: 'Port to listen on; 0 takes any free one.' },
  {
    name: 'TLS_CERT',
    fallback: '',
    meaning:
      'PEM file of the server’s certificate, followed by those of its chain. With TLS_KEY the server speaks HTTPS; renewed files are read within a minute. Left out: HTTP.',
  },
  { name: 'TLS_KEY', fallback: '', meaning: 'PEM file of the private key of TLS_CERT.' },
  {
    name: 'MAX_CONNECTIONS',
    fallback: '5000',
    meaning: 'The most connections of callers to each process; further ones are closed at once.',
  },
  {
    name: 'PUBLIC_REQUESTS_PER_MINUTE',
    fallback: '600',
    meaning:
      'The most requests a minute without a token from each address to each process; half of them may come at once, and each 4 KiB of a body count as a further one. More get 429. /healthz and /readyz do not count.',
  },
  {
    name: 'METRICS_ACCESS',
    fallback: 'loopback',
    meaning:
      'Who may read /metrics: loopback (programs on this machine), token (callers with METRICS_TOKEN) or public (every caller).',
  },
  {
    name: 'METRICS_TOKEN',
    secret: 'value',
    fallback: '',
    meaning:
      'The Bearer token that reads /metrics with METRICS_ACCESS=token: at least 16 characters without blanks.',
  },
  {
    name: 'WEBHOOK_ALLOW',
    fallback: '',
    meaning:
      'Hosts, addresses or subnets (10.1.0.0/16), with commas between, that webhooks may reach although they are private, and by plain http. Left out: webhooks reach public addresses by https.',
  },
  {
    name: 'STORE',
    secret: 'address',
    fallback: 'sqlite:data/gridtide.db',
    meaning:
      'Address of the data: sqlite:PATH, or postgres://USER:PASSWORD@HOST:PORT/DATABASE of a PostgreSQL server.',
  },
  {
    name: 'STORE_READ',
    secret: 'address',
    fallback: '',
    meaning:
      'postgres:// addresses, with commas between, of replicas of STORE to read from. Left out: none.',
  },
  {
    name: 'STORE_CONNECTIONS',
    fallback: '16',
    meaning:
      'The most connections of each process to PostgreSQL. One more checks that the database answers, and each thread of the process takes up to four besides. SQLite needs none.',
  },
  {
    name: 'WORKERS',
    fallback: '1',
    meaning:
      'Processes of this server that share the port. More than one uses more cores. They share CACHE_MB and ANSWER_THREADS.',
  },
  {
    name: 'MARKET_TIME_ZONE',
    fallback: 'Europe/Berlin',
    meaning:
      'IANA name of the market’s time zone. Its offsets must be whole hours. A store keeps the zone it was made with.',
  },
  {
    name: 'BLOCK_HOURS',
    fallback: '',
    meaning:
      'Hours of extraction keywords that differ from the table, such as peak=08-20; offpeak=00-08,20-24.',
  },
  {
    name: 'GATE_CLOSURE',
    fallback: '12:00',
    meaning:
      'Time of day, market time, at which the auction closes: scores count the last run issued before it. 24:00 counts every run.',
  },
  ...SIGN_IN_SETTINGS,
  {
    name: 'PUBLIC_LISTS',
    fallback: 'true',
    meaning: 'Whether lists of areas, series and issue times (not values) need no token.',
  },
  {
    name: 'CACHE_MB',
    fallback: '64',
    meaning:
      'Megabytes of memory, or a size such as 1GB, for all workers together, of the caches: responses ready to send, the requests they belong to, and series records. 0 keeps nothing.',
  },
  {
    name: 'ANSWER_THREADS',
    fallback: '',
    meaning:
      'Threads that make large answers, so that small requests do not wait for them. 0 makes all answers in one thread. Workers share the threads, at least one each. At most one a core is at work. Left out: one a core, at most 4.',
  },
  {
    name: 'SPOOL',
    fallback: '',
    meaning:
      'Folder of the Parquet tables that were made for programs to read in place; it is emptied at the start, and must belong to the server’s user alone. Left out: beside an SQLite store, with -spool after its name; with PostgreSQL in the system’s folder for temporary files.',
  },
  {
    name: 'SPOOL_MB',
    fallback: '1000',
    meaning:
      'Megabytes of that folder, or a size such as 2GB, for all workers together, from 10 on. The tables that were not read for the longest go first.',
  },
  {
    name: 'FORECASTS',
    fallback: 'true',
    meaning: 'Whether the server makes forecast runs by itself.',
  },
  {
    name: 'FORECAST_HOURS',
    fallback: '6,12',
    meaning: 'UTC hours of the day at which the server makes forecast runs, such as 6,12.',
  },
  {
    name: 'COLLECT',
    fallback: '',
    meaning:
      'JSON file of what the server collects by itself from other services (docs/how-to/collect.md). Left out: nothing.',
  },
  {
    name: 'BACKUP_EVERY',
    fallback: '',
    meaning:
      'How often the server backs its SQLite store up by itself, such as 24h or 30m; due times count from midnight UTC. Left out: never.',
  },
  {
    name: 'BACKUP_FOLDER',
    fallback: '',
    meaning:
      'Folder of these backups, best on another disk. Needed with BACKUP_EVERY. It is made if it does not exist.',
  },
  { name: 'BACKUP_KEEP', fallback: '7', meaning: 'How many stay; older ones go after a good one.' },
  {
    name: 'ENTSOE_TOKEN',
    secret: 'value',
    fallback: '',
    meaning: 'Key of ENTSO-E, for gridtide fetch and collecting. Left out: ENTSO-E is not asked.',
  },
  {
    name: 'OPEN_METEO_KEY',
    secret: 'value',
    fallback: '',
    meaning:
      'Key of a customer of Open-Meteo, for gridtide fetch and collecting. Left out: its free service is asked, which is not for commercial use.',
  },
  {
    name: 'OPEN_METEO_URL',
    secret: 'address',
    fallback: '',
    meaning:
      'Another server with the interface of Open-Meteo, such as http://weather.example.com:8080. It does not get the key. Left out: Open-Meteo itself.',
  },
  {
    name: 'HTTPS_PROXY',
    alias: 'https_proxy',
    secret: 'address',
    fallback: '',
    meaning:
      'Proxy through which other services are asked, such as http://proxy.example.com:3128. Webhooks and e-mails do not use it. Left out: none.',
  },
  {
    name: 'NO_PROXY',
    alias: 'no_proxy',
    fallback: '',
    meaning: 'Hosts, with commas between, that are asked without HTTPS_PROXY.',
  },
  {
    name: 'LOG_COPY',
    fallback: '',
    meaning:
      'Folder, best on another disk, to which the server copies every change of its SQLite store within about a second (docs/how-to/run/back-up.md). Left out: nowhere.',
  },
  {
    name: 'LOG_COPY_KEEP',
    fallback: '3',
    meaning:
      'How many generations stay there. One begins with every start of a server, and every day. At most two more stay if some lasted less than an hour.',
  },
  {
    name: 'SMTP_URL',
    secret: 'address',
    fallback: '',
    meaning:
      'Mail server that sends the e-mails of alerts, such as smtp://user:password@mail.example.com:587 or smtps://…:465. Left out: no e-mail is sent.',
  },
  {
    name: 'MAIL_FROM',
    fallback: '',
    meaning: 'Sender of these e-mails, such as gridtide@example.com. Needed with SMTP_URL.',
  },
  {
    name: 'DEMO_PASSWORD',
    secret: 'value',
    fallback: '',
    meaning: 'Password of the demo user. Left out: a new random one at every start with --demo.',
  },
  {
    name: 'LOG_LEVEL',
    fallback: '',
    meaning: 'trace, debug, info, warn, error or silent. Left out: info, or warn on a terminal.',
  },
  {
    name: 'SLOW_REQUEST_MS',
    fallback: '2000',
    meaning:
      'Milliseconds after which a request counts as slow: its line in the log is a warning. Streams of changes are never slow.',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    fallback: '',
    meaning:
      'Receiver of traces and metrics by OTLP over HTTP, in JSON, such as http://localhost:4318. Left out: nothing is sent.',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    secret: 'value',
    fallback: '',
    meaning:
      'Headers for that receiver, such as authorization=Bearer%20SECRET: name=value with commas between.',
  },
  { name: 'OTEL_SERVICE_NAME', fallback: 'gridtide', meaning: 'The server’s name there.' },
  {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    fallback: '1',
    meaning:
      'The share of requests, from 0 to 1, whose spans are sent. A caller that sends traceparent decides for its own.',
  },
  {
    name: 'LOG_USER_NAMES',
    fallback: 'hashed',
    meaning:
      'How the log names the users of failed sign-ins: hashed (the first 16 digits of SHA-256 of the name in lower case) or plain.',
  },
  {
    name: 'TRUST_PROXY',
    fallback: 'false',
    meaning:
      'Whether one proxy in front tells the caller’s address by X-Forwarded-For, by X-Forwarded-Proto whether the caller used HTTPS, and by X-Forwarded-Host the host.',
  },
] as const satisfies readonly Setting[];

export type SettingName = (typeof SETTINGS)[number]['name'];
