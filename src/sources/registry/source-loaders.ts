// The sources by name. Each is loaded when it is first used.

import type { Source } from '#sources/source';

const LOADERS: Readonly<Record<string, () => Promise<Source>>> = {
  entsoe: async () => (await import('#sources/entsoe/entsoe-source')).entsoeSource,
  ecb: async () => (await import('#sources/ecb/ecb-source')).ecbSource,
  'open-meteo': async () => (await import('#sources/open-meteo/open-meteo-source')).openMeteoSource,
};

export const SOURCE_NAMES: readonly string[] = Object.keys(LOADERS);

export const loadSource = async (name: string): Promise<Source | undefined> =>
  Object.hasOwn(LOADERS, name) ? LOADERS[name]!() : undefined;
