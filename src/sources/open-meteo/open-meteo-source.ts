// Open-Meteo: forecasts of temperature, wind speed and radiation by the weather models of many services.

import { DAY_MS } from '#core/time/instant';
import { ImportFault } from '#importers/files/import-fault';
import { readJson, readLocations, type WantedColumn } from '#sources/open-meteo/open-meteo-answer';
import {
  newestRuns,
  previousRuns,
  type WeatherSubject,
} from '#sources/open-meteo/open-meteo-batch';
import {
  OPEN_METEO,
  PREVIOUS_DAYS,
  previousName,
  WEATHER_MODELS,
  WEATHER_QUANTITIES,
} from '#sources/open-meteo/open-meteo-models';
import {
  FORECAST_HOST,
  openMeteoRequests,
  PREVIOUS_HOST,
} from '#sources/open-meteo/open-meteo-requests';
import { weatherPointsOf } from '#sources/open-meteo/weather-points';
import type { ParsedBatch, Pieces, Source, SourceRequest } from '#sources/source';

/** Customers of the service ask hosts of their own. */
const CUSTOMER = 'customer-';
const OWN_HOSTS = [FORECAST_HOST, PREVIOUS_HOST];

export const openMeteoSource: Source = {
  name: OPEN_METEO,
  description: 'Weather forecasts of Open-Meteo',
  datasets: WEATHER_MODELS,
  secretName: 'OPEN_METEO_KEY',
  isSecretOptional: true,
  urlName: 'OPEN_METEO_URL',
  limits: {
    hosts: OWN_HOSTS,
    keyHosts: OWN_HOSTS.map((host) => CUSTOMER + host),
    // The free service allows 600 a minute and 10,000 a day, and counts long requests several times.
    requestsPerMinute: 60,
    timeoutMs: 60_000,
    maxBytes: 16 << 20,
    // A mistake in a request is answered with its reason.
    readableStatuses: [400],
  },
  requestsFor: openMeteoRequests,
  addSecret(url, secret) {
    // No other server gets the key.
    if (!OWN_HOSTS.includes(url.hostname)) return url;
    const secretUrl = new URL(url);
    secretUrl.hostname = CUSTOMER + url.hostname;
    secretUrl.searchParams.set('apikey', secret);
    return secretUrl;
  },
  parse: parseWeather,
  savedAs({ url, area }, bytes) {
    const head = `{"area":${JSON.stringify(area)},"url":${JSON.stringify(url)},"answer":`;
    return {
      extension: '.json',
      bytes: Buffer.concat([Buffer.from(head), bytes, Buffer.from('}')]),
    };
  },
};

async function parseWeather(
  pieces: Pieces,
  request: SourceRequest | undefined,
): Promise<ParsedBatch> {
  const read = await readJson(pieces);
  const { url, area, answer } = request ? { ...request, answer: read } : readSaved(read);
  const { searchParams } = new URL(url);
  const subject = subjectOf(area, searchParams);
  const endDate = searchParams.get('end_date');
  const locations = readLocations(answer, subject.points.length, columnsOf(endDate !== null));
  const [{ firstHour, hours, answeredAt }] = locations as [(typeof locations)[number]];
  const isAligned = locations.every((each) => each.firstHour === firstHour && each.hours === hours);
  if (!isAligned) throw new ImportFault('the locations of the answer have different hours');
  // The request's last day only serves the end of the day before.
  if (endDate !== null) return previousRuns(subject, locations, Date.parse(endDate) / DAY_MS);
  if (answeredAt !== undefined) return newestRuns(subject, locations, answeredAt);
  throw new ImportFault('current.time is missing, so when the forecast was made is not known');
}

/** A file of --save: an answer alone tells neither the model nor the area. */
function readSaved(value: unknown): { area: unknown; url: string; answer: unknown } {
  const { area, url, answer } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof url === 'string' && URL.canParse(url) && answer !== undefined) {
    return { area, url, answer };
  }
  throw new ImportFault('an answer alone does not tell its model and area; --save keeps both');
}

function subjectOf(area: unknown, parameters: URLSearchParams): WeatherSubject {
  const model = WEATHER_MODELS.find(({ parameter }) => parameter === parameters.get('models'));
  const points = typeof area === 'string' ? weatherPointsOf(area) : undefined;
  const isSame =
    points?.map(({ latitude }) => latitude).join() === parameters.get('latitude') &&
    points?.map(({ longitude }) => longitude).join() === parameters.get('longitude');
  if (model && points && isSame) return { area: area as string, points, model };
  throw new ImportFault('the answer is of no known model, or not of the points of an area');
}

const columnsOf = (isPrevious: boolean): WantedColumn[] =>
  WEATHER_QUANTITIES.flatMap(({ parameter, unit, least, most }) => {
    const names = isPrevious
      ? PREVIOUS_DAYS.map((days) => previousName(parameter, days))
      : [parameter];
    return names.map((name) => ({ name, unit, least, most }));
  });
