import { findScheme, type Place } from '@hookwell/signatures';
import type { Settings } from './settings.ts';

/** The places where the sender of an endpoint puts the id of a delivery and the name of an event, by its signature scheme. */
export interface SchemePlaces {
  id: Place | undefined;
  event: Place | undefined;
}

const nowhere: SchemePlaces = { id: undefined, event: undefined };

/** Settings are plain data; the places of each are kept as long as it is. */
const known = new WeakMap<Settings, SchemePlaces>();

export function schemePlaces(settings: Settings): SchemePlaces {
  if (settings.verify === undefined) return nowhere;
  let places = known.get(settings);
  if (places === undefined) {
    const { scheme: name, idHeader } = settings.verify;
    const scheme = findScheme(name);
    const id = idHeader === undefined ? scheme?.id : { header: idHeader.toLowerCase() };
    places = { id, event: scheme?.event };
    known.set(settings, places);
  }
  return places;
}
