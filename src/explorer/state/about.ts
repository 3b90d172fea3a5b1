// What the page knows of the server: requested once, before anything is drawn.

import { createContext, useContext } from 'react';
import type { AboutAnswer } from '#contract/about';
import { findZone, UTC, type Zone } from '#core/time/zone';
import type { TimeZoneChoice } from '#view/address/range-address';

const AboutContext = createContext<AboutAnswer | undefined>(undefined);

export const AboutProvider = AboutContext.Provider;

export function useAbout(): AboutAnswer {
  const about = useContext(AboutContext);
  if (!about) throw new Error('the server’s description is missing');
  return about;
}

export const marketZoneOf = ({ marketTimeZone }: AboutAnswer): Zone =>
  findZone(marketTimeZone) ?? UTC;

/** The zone in which times are shown. */
export const shownZone = (about: AboutAnswer, choice: TimeZoneChoice): Zone =>
  choice === 'utc' ? UTC : marketZoneOf(about);
