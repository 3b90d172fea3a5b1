// The areas of the forecast interface, in the documents' order.

export interface Area {
  readonly code: string;
  readonly description: string;
}

export const AREAS: readonly Area[] = [
  { code: 'DE', description: 'Germany' },
  { code: 'AT', description: 'Austria' },
  { code: 'CH', description: 'Switzerland' },
  { code: 'FR', description: 'France' },
  { code: 'ES', description: 'Spain' },
  { code: 'PT', description: 'Portugal' },
  { code: 'IT', description: 'Italy' },
  { code: 'UK', description: 'United Kingdom' },
  { code: 'PL', description: 'Poland' },
  { code: 'CZ', description: 'Czechia' },
  { code: 'NL', description: 'Netherlands' },
  { code: 'BE', description: 'Belgium' },
  { code: 'SK', description: 'Slovakia' },
  { code: 'SI', description: 'Slovenia' },
  { code: 'RO', description: 'Romania' },
  { code: 'HU', description: 'Hungary' },
  { code: 'HR', description: 'Croatia' },
  { code: 'FI', description: 'Finland' },
  { code: 'NC', description: 'Nordic countries' },
  { code: 'SE1', description: 'Sweden 1, Luleå' },
  { code: 'SE2', description: 'Sweden 2, Sundsvall' },
  { code: 'SE3', description: 'Sweden 3, Stockholm' },
  { code: 'SE4', description: 'Sweden 4, Malmö' },
  { code: 'NO1', description: 'Norway 1, Oslo' },
  { code: 'NO2', description: 'Norway 2, Kristiansand' },
  { code: 'NO3', description: 'Norway 3, Trondheim' },
  { code: 'NO4', description: 'Norway 4, Tromsø' },
  { code: 'NO5', description: 'Norway 5, Bergen' },
  { code: 'EE', description: 'Estonia' },
  { code: 'LV', description: 'Latvia' },
  { code: 'LT', description: 'Lithuania' },
  { code: 'GB', description: 'Great Britain' },
  { code: 'RU', description: 'Russia' },
  { code: 'DK1', description: 'Denmark 1, west' },
  { code: 'DK2', description: 'Denmark 2, east' },
];

const NEIGHBOUR_CODES = ['DE', 'PL', 'NL', 'BE'];

const byCode = new Map(AREAS.map((area) => [area.code, area]));

/** The area of a code in any case, or undefined. */
export const findArea = (text: string): Area | undefined => byCode.get(text.trim().toUpperCase());

/** The published list: the areas, then four once more as neighbours of the Nordic model. */
export const AREA_LIST: readonly Area[] = [
  ...AREAS,
  ...NEIGHBOUR_CODES.map((code) => ({
    code,
    description: `${byCode.get(code)!.description} (neighbour of the Nordic model)`,
  })),
];
