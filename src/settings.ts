// The settings: names, defaults and meanings, for the program, its help and the documentation.

export interface Setting {
  readonly name: string;
  readonly fallback: string;
  readonly meaning: string;
}

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
      'PEM file of the server’s certificate, those of its chain after it. With TLS_KEY the server speaks HTTPS; renewed files are taken up within a minute. Left out: HTTP.',
  },
  { name: 'TLS_KEY', fallback: '', meaning: 'PEM file of the private key of TLS_CERT.' },
  {
    name: 'MAX_CONNECTIONS',
    fallback: '5000',
    meaning: 'Most connections of callers to each process; more are closed at once.',
  },
  {
    name: 'STORE',
    fallback: 'sqlite:data/gridtide.db',
    meaning:
      'Where the data is: sqlite:PATH, or postgres://USER:PASSWORD@HOST:PORT/DATABASE of a PostgreSQL server.',
  },
  {
    name: 'STORE_READ',
    fallback: '',
    meaning:
      'postgres:// addresses, with commas between, of replicas of STORE that may be read from. Left out: none.',
  },
  {
    name: 'STORE_CONNECTIONS',
    fallback: '16',
    meaning:
      'Most connections of each process to PostgreSQL. One more watches whether the database answers, and each thread of the process takes up to four besides. SQLite needs none.',
  },
  {
    name: 'WORKERS',
    fallback: '1',
    meaning:
      'Processes of this server that share the port. More than one makes use of more cores; memory and threads of the settings below are those of all of them together.',
  },
  {
    name: 'MARKET_TIME_ZONE',
    fallback: 'Europe/Berlin',
    meaning:
      'IANA name of the market’s wall clock. Its offsets must be whole hours. A store keeps the one it was made with.',
  },
  {
    name: 'BLOCK_HOURS',
    fallback: '',
    meaning:
      'Hours of extraction keywords that differ from the table, such as peak=08-20; offpeak=00-08,20-24.',
  },
  { name: 'TOKEN_LIFETIME', fallback: '60', meaning: 'Minutes that a sign-in token is good for.' },
  {
    name: 'PUBLIC_LISTS',
    fallback: 'true',
    meaning: 'Whether lists of areas, series and issue times (not values) need no token.',
  },
  {
    name: 'CACHE_MB',
    fallback: '64',
    meaning:
      'Megabytes of memory, of all workers together, for what is kept to answer faster: responses ready to send, requests and series records; 0 keeps nothing.',
  },
  {
    name: 'ANSWER_THREADS',
    fallback: '',
    meaning:
      'Threads that make large answers, so that small requests do not wait for them; 0 makes all in one thread. Workers share them, at least one each; no more are at work than there are cores. Left out: one a core, at most 4.',
  },
  {
    name: 'FORECASTS',
    fallback: 'true',
    meaning: 'Whether the server makes forecast runs by itself.',
  },
  {
    name: 'FORECAST_HOURS',
    fallback: '6,12',
    meaning: 'UTC hours of the day at which it makes them, such as 6,12.',
  },
  {
    name: 'COLLECT',
    fallback: '',
    meaning:
      'JSON file of what the server collects by itself from others (docs/how-to/collect.md). Left out: nothing.',
  },
  {
    name: 'DEMO_PASSWORD',
    fallback: '',
    meaning: 'Password of the demo user. Left out: a new random one at every start with --demo.',
  },
  {
    name: 'LOG_LEVEL',
    fallback: '',
    meaning: 'trace, debug, info, warn, error or silent. Left out: info, or warn on a terminal.',
  },
  {
    name: 'TRUST_PROXY',
    fallback: 'false',
    meaning:
      'Whether the one proxy in front tells the caller’s address by X-Forwarded-For, and that it was asked by HTTPS by X-Forwarded-Proto.',
  },
] as const satisfies readonly Setting[];

export type SettingName = (typeof SETTINGS)[number]['name'];
