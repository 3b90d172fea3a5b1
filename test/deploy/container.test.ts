// Dockerfile and compose.yaml: what a linter would say, and that they name files and settings that exist.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { STOP_WITHIN_MS } from '#serve/start';
import { SETTINGS } from '#settings/settings';
import { findProgram, skipWithout } from '../../harness/find-program.ts';

const ROOT = new URL('../../', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, ROOT), 'utf8');

interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** The instructions, each in one line and without comments. */
const instructions: Instruction[] = read('Dockerfile')
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => ({ name: line.split(' ')[0]!, text: line.slice(line.indexOf(' ') + 1) }));

const textsOf = (name: string): string[] =>
  instructions.filter((one) => one.name === name).map(({ text }) => text);

/** The instructions of the image itself, not of the stage that builds. */
const last = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'));
const lastTexts = (name: string): string[] =>
  last.filter((one) => one.name === name).map(({ text }) => text);

const settingNames = new Set<string>(SETTINGS.map(({ name }) => name));

describe('the Dockerfile', () => {
  it('the image is built in two stages on one base, which is pinned by its exact version', () => {
    assert.deepEqual(textsOf('FROM'), ['$' + '{NODE_IMAGE} AS build', '$' + '{NODE_IMAGE}']);
    const base = textsOf('ARG').find((text) => text.startsWith('NODE_IMAGE='))!;
    assert.match(base, /^NODE_IMAGE=node:\d+\.\d+\.\d+-[a-z]+-slim(?:@sha256:[0-9a-f]{64})?$/);
    const { engines } = JSON.parse(read('package.json'));
    const checkoutNode = JSON.parse(read('scripts/node/package.json'));
    const version = /node:([\d.]+)/.exec(base)![1]!;
    assert.equal(version, checkoutNode.version, 'the image has the Node of the tests');
    assert.equal(engines.node, `>=${version.split('.')[0]}`);
  });

  it('the image runs a fixed user by number, with a health check, and ends by SIGTERM', () => {
    assert.deepEqual(lastTexts('USER'), ['10001:10001']);
    assert.deepEqual(lastTexts('STOPSIGNAL'), ['SIGTERM']);
    const [health = ''] = lastTexts('HEALTHCHECK');
    const command = JSON.parse(health.slice(health.indexOf('['))) as string[];
    assert.deepEqual(command, ['node', '/opt/gridtide/deploy/docker/check-ready.mjs']);
    assert.match(read('deploy/docker/check-ready.mjs'), /'\/readyz'/);
    for (const name of ['ENTRYPOINT', 'CMD'])
      assert.equal(JSON.parse(lastTexts(name)[0]!).length > 0, true);
    // What follows USER must not need root.
    const user = last.findIndex(({ name }) => name === 'USER');
    assert.ok(last.slice(user).every(({ name }) => name !== 'RUN' && name !== 'COPY'));
  });

  it('the image installs from the shrinkwrap, fetches nothing by itself and holds no secret', () => {
    assert.deepEqual(textsOf('ADD'), []);
    const text = read('Dockerfile') + read('deploy/docker/install-package.sh');
    assert.match(text, /npm ci --omit=dev --ignore-scripts/);
    assert.doesNotMatch(
      text,
      /(?<![/\w-])(?:curl|wget|apt-get|apk|npx|git clone|sudo)\b|npm (?:i|install)\b|:latest/,
    );
    const named = instructions.filter(({ name }) => name === 'ENV' || name === 'ARG');
    for (const { text: one } of named) assert.doesNotMatch(one, /PASSWORD|TOKEN|SECRET|KEY/);
    for (const line of ['.env', '.git', 'data'])
      assert.ok(read('.dockerignore').split('\n').includes(line));
  });

  it('the image carries the labels of OCI', () => {
    const labels = [...lastTexts('LABEL')[0]!.matchAll(/org\.opencontainers\.image\.(\w+)="/g)];
    assert.deepEqual(
      labels.map(([, name]) => name),
      ['title', 'description', 'licenses', 'version', 'revision', 'source'],
    );
  });

  it('the image sets settings that exist, and keeps its data in the volume', () => {
    const [env = ''] = lastTexts('ENV');
    const names = [...env.matchAll(/(\w+)=/g)].map(([, name]) => name!);
    const others = names.filter((name) => !settingNames.has(name));
    assert.deepEqual(others, ['NODE_ENV', 'CACHE_DIRECTORY']);
    const [volume] = JSON.parse(lastTexts('VOLUME')[0]!) as string[];
    assert.match(env, new RegExp(`STORE=sqlite:${volume}/`));
    assert.match(
      lastTexts('RUN').join(),
      new RegExp(`--owner=10001 --group=10001 --mode=0700 ${volume}$`),
    );
  });

  it('hadolint finds nothing', { skip: skipWithout('hadolint') }, () => {
    execFileSync(findProgram('hadolint')!, [fileURLToPath(new URL('Dockerfile', ROOT))]);
  });
});

interface Service {
  readonly image: string;
  readonly profiles?: readonly string[];
  readonly cap_drop: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt: readonly string[];
  readonly read_only?: boolean;
  readonly tmpfs?: readonly string[];
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly stop_grace_period?: string;
  readonly healthcheck?: object;
}

const composeText = read('compose.yaml');
const compose: { services: Record<string, Service>; volumes: object } = parse(composeText, {
  merge: true,
});
const services = Object.entries(compose.services);

describe('compose.yaml', () => {
  it('compose.yaml starts the server alone by default, and the rest by profiles', () => {
    assert.deepEqual(
      Object.fromEntries(services.map(([name, { profiles = [] }]) => [name, profiles])),
      {
        gridtide: [],
        postgres: ['postgres', 'replicas'],
        'postgres-replica': ['replicas'],
        prometheus: ['grafana'],
        grafana: ['grafana'],
        proxy: ['proxy'],
      },
    );
    assert.match(compose.services.gridtide!.environment!.STORE!, /:-sqlite:\/var\/lib\/gridtide\//);
  });

  for (const [name, service] of services) {
    it(`the service ${name} has no more rights than it needs, and an exact image`, () => {
      assert.deepEqual(service.cap_drop, ['ALL']);
      assert.deepEqual(service.security_opt, ['no-new-privileges:true']);
      assert.match(
        service.image,
        /^\$\{GRIDTIDE_IMAGE:-gridtide:local\}$|^[a-z/]+:v?\d+\.\d+[\w.-]*$/,
      );
      for (const volume of service.volumes ?? []) {
        const [from = '', , mode] = volume.split(':');
        if (!from.startsWith('./')) assert.ok(from in compose.volumes, from);
        else assert.deepEqual([existsSync(new URL(from, ROOT)), mode], [true, 'ro'], volume);
      }
      const isOpen = (port: string): boolean => !port.startsWith('127.0.0.1:');
      assert.deepEqual((service.ports ?? []).some(isOpen), name === 'proxy');
    });
  }

  it('the server has a read-only root, no capability, and time to finish its requests', () => {
    const { read_only, cap_add, tmpfs, stop_grace_period, environment } =
      compose.services.gridtide!;
    assert.deepEqual([read_only, cap_add], [true, undefined]);
    assert.match(tmpfs![0]!, /^\/tmp:.*noexec,nosuid,nodev$/);
    assert.ok(Number.parseInt(stop_grace_period!, 10) * 1000 > STOP_WITHIN_MS);
    for (const setting of Object.keys(environment!)) assert.ok(settingNames.has(setting), setting);
  });

  it('example.env has every variable of compose.yaml that has a meaning of its own', () => {
    const used = new Set([...composeText.matchAll(/\$\{(\w+)/g)].map(([, name]) => name!));
    const example = read('deploy/docker/example.env');
    const shown = new Set([...example.matchAll(/^#(\w+)=/gm)].map(([, name]) => name!));
    const rarely = ['GRIDTIDE_IMAGE', 'SPOOL', 'GRAFANA_PORT'];
    assert.deepEqual(
      [...used].filter((name) => !shown.has(name) && !rarely.includes(name)),
      [],
    );
    assert.deepEqual(
      [...shown].filter((name) => !used.has(name)),
      ['COMPOSE_PROFILES'],
    );
    // The file is an example: it gives no secret a value.
    assert.doesNotMatch(example, /^#?\w*(?:PASSWORD|TOKEN|KEY)=./m);
  });

  it('the scripts that containers start are executable shell', () => {
    for (const name of ['allow-replication.sh', 'follow-primary.sh', 'install-package.sh']) {
      const file = new URL(`deploy/docker/${name}`, ROOT);
      assert.equal(statSync(file).mode & 0o111, 0o111, name);
      const [first = ''] = readFileSync(file, 'utf8').split('\n');
      execFileSync(first.slice(2).split(' ')[0]!, ['-n', fileURLToPath(file)]);
    }
  });

  it('docker compose understands every profile', (t) => {
    const docker = findProgram('docker');
    const profiles = ['postgres', 'replicas', 'grafana', 'proxy'].flatMap((name) => [
      '--profile',
      name,
    ]);
    const run = (args: string[]) =>
      execFileSync(docker!, ['compose', ...args], { cwd: ROOT, stdio: 'pipe' });
    try {
      run(['version']);
    } catch {
      return t.skip('this machine has no docker compose');
    }
    run([...profiles, 'config', '--quiet']);
    return undefined;
  });
});
