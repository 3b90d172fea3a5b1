// Settings that make no sense, do not count or mean nothing; what is collected; the proxy; and, if asked, whether
// other services answer.

import type { Io } from '#cli/command/command';
import { withoutSecrets } from '#cli/command/shown-setting';
import { type Finding, fault, ok, warning } from '#cli/commands/doctor/finding';
import { countOf } from '#cli/terminal/table';
import type { Config } from '#config';
import { didYouMean } from '#core/nearest';
import { enterProxy } from '#serve/enter-proxy';
import { readCollect } from '#serve/schedules';
import { namesOf, type ResolvedSettings, unknownNames } from '#settings/resolve-settings';
import { SETTINGS } from '#settings/settings';
import { reachHost } from '#sources/fetch-politely';
import { loadSource, SOURCE_NAMES } from '#sources/registry/source-loaders';
import type { Source } from '#sources/source';

export function examineSettings(resolved: ResolvedSettings, env: Io['env']): Finding[] {
  const known = SETTINGS.flatMap(namesOf);
  const found = [
    ...resolved.warnings.map((text) => {
      const [message = '', remedy = ''] = text.split(': ');
      return warning('settings', message, remedy);
    }),
    ...unknownNames(env).map((name) =>
      warning(
        'settings',
        `${name} is no setting${didYouMean(name, known)}`,
        'correct or remove it',
      ),
    ),
    ...[...resolved.settings].flatMap(([name, { from, unused }]) =>
      unused.length === 0
        ? []
        : [
            warning(
              'settings',
              `${name} comes from ${from}; ${unused.join(', ')} does not count`,
              'remove one of them',
            ),
          ],
    ),
  ];
  if (found.length > 0) return found;
  const set = [...resolved.settings.values()].filter(({ from }) => from !== 'default').length;
  const file = resolved.file === undefined ? '' : `, with ${resolved.file}`;
  return [ok('settings', `${set} of ${SETTINGS.length} are set${file}`)];
}

export function examineProxy({ env }: Pick<ResolvedSettings, 'env'>): Finding[] {
  const proxy = env.HTTPS_PROXY;
  if (proxy === undefined) return [];
  try {
    enterProxy(env)();
  } catch (error) {
    return [fault('proxy', (error as Error).message, 'correct it')];
  }
  return [
    ok('proxy', `other services are asked through ${withoutSecrets(proxy)}; webhooks are not`),
  ];
}

/** The file of COLLECT, and the keys that its entries need. */
export async function examineCollecting(config: Config): Promise<Finding[]> {
  if (config.collectFile === undefined) return [];
  try {
    const { entries } = (await readCollect(config))!;
    return [ok('collecting', `${countOf(entries.length, 'source')} in ${config.collectFile}`)];
  } catch (error) {
    const remedy = 'see COLLECT, and docs/how-to/collect.md';
    return [fault('collecting', (error as Error).message, remedy)];
  }
}

/** Asks the hosts of the sources that are collected, or of all if none is. */
export async function examineSources(
  config: Config,
  { env }: Pick<ResolvedSettings, 'env'>,
): Promise<Finding[]> {
  const leaveProxy = env.HTTPS_PROXY === undefined ? undefined : enterProxy(env);
  try {
    return await askSources(config);
  } finally {
    leaveProxy?.();
  }
}

async function askSources(config: Config): Promise<Finding[]> {
  const sources = await chooseSources(config);
  const hosts = [...new Set(sources.flatMap((source) => askedHosts(source, config)))];
  return Promise.all(
    hosts.map(async (host) => {
      const reason = await reachHost(host);
      if (reason === undefined) return ok('sources', `${host} answers`);
      const remedy = 'see the firewall, HTTPS_PROXY and NO_PROXY';
      return fault('sources', `${host}: ${reason}`, remedy);
    }),
  );
}

/** The hosts that a source asks with these settings; none if it asks a server of the operator's own. */
function askedHosts({ limits, secretName, urlName }: Source, config: Config): readonly string[] {
  const keys: Readonly<Record<string, string | undefined>> = config.sourceKeys;
  if (urlName !== undefined && keys[urlName]) return [];
  const hasKey = secretName !== undefined && Boolean(keys[secretName]);
  return (hasKey ? limits.keyHosts : undefined) ?? limits.hosts;
}

async function chooseSources(config: Config): Promise<Source[]> {
  const collected = await readCollect(config).catch(() => undefined);
  if (collected && collected.entries.length > 0)
    return collected.entries.map(({ source }) => source);
  const all = await Promise.all(SOURCE_NAMES.map((name) => loadSource(name)));
  return all.filter((source) => source !== undefined);
}
