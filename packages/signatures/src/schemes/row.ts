import type { Place, Scheme, Signing } from '../scheme.ts';

/** A scheme as the table writes it: names of headers as the sender writes them. */
export interface Row extends Omit<Scheme, 'headers' | 'spelling' | 'canSign'> {
  /** False: what receivers have cannot sign, or the signature stands in the body. */
  canSign?: false;
}

export function schemeOf(row: Row): Scheme {
  const { id, event, canSign = true } = row;
  return {
    ...row,
    headers: (row.ways[0] === undefined ? [] : headersOf(row.ways[0])).map((name) =>
      name.toLowerCase(),
    ),
    ...(id !== undefined && { id: lowered(id) }),
    ...(event !== undefined && { event: lowered(event) }),
    spelling: spellingOf([id, event]),
    canSign,
  };
}

/** The headers without which nothing is signed, as the sender writes them: first the signature's. */
export function headersOf(way: Signing): readonly string[] {
  if (way.by === 'secret') return [way.header];
  if (way.by === 'own') return way.headers;
  const { header, text, time, id } = way;
  return [
    text.form === 'numbered' ? `${header}1` : header,
    ...(time?.header !== undefined && time.optional === undefined ? [time.header] : []),
    ...(id === undefined ? [] : [id]),
  ];
}

function lowered(place: Place): Place {
  return 'header' in place ? { header: place.header.toLowerCase() } : place;
}

function spellingOf(places: readonly (Place | undefined)[]): Record<string, string> {
  const names = places.flatMap((place) =>
    place !== undefined && 'header' in place ? place.header : [],
  );
  return Object.fromEntries(names.map((name) => [name.toLowerCase(), name]));
}
