import type { Scheme } from '../scheme.ts';
import { headerNames, shownName } from '../schemes/headers.ts';
import { schemes } from '../schemes/table.ts';
import type { Case, Variant } from './search.ts';

const ownHeaders = new Set(schemes.flatMap(({ headers }) => headers));

/** The schemes whose headers a request has, those first that it has the most other headers of. */
export function schemesByHeaders(names: ReadonlySet<string>, chosen: Scheme): Scheme[] {
  if (ownHeaders.isDisjointFrom(names)) return [];
  return schemes
    .filter(
      ({ name, headers }) =>
        name !== chosen.name &&
        headers.length > 0 &&
        headers.every((header) => names.has(header)) &&
        // Any request of an application may have it.
        !headers.includes('authorization'),
    )
    .map((scheme) => ({ scheme, marks: marksOf(scheme, names) }))
    .sort((a, b) => b.marks - a.marks)
    .map(({ scheme }) => scheme);
}

function marksOf({ id, event, headers }: Scheme, names: ReadonlySet<string>): number {
  const isThere = [id, event].filter(
    (place) => place !== undefined && 'header' in place && names.has(place.header),
  );
  return isThere.length + headers.length;
}

/** Schemes that read the body are asked up to this size. */
const mostParsedBytes = 64 * 1024;

/** The same request and secrets under other schemes. */
export function* underOtherSchemes({ scheme, head, body, settings }: Case): Generator<Variant> {
  const names = headerNames(head.headers);
  const inBody = schemes.filter(
    ({ name, headers, ways }) =>
      name !== scheme.name &&
      headers.length === 0 &&
      ways.length > 0 &&
      body.length <= mostParsedBytes,
  );
  const inAuthorization = schemes.filter(
    ({ name, headers }) =>
      name !== scheme.name && headers.includes('authorization') && names.has('authorization'),
  );
  for (const other of [...schemesByHeaders(names, scheme), ...inAuthorization, ...inBody]) {
    yield {
      settings: {
        scheme: other.name,
        ...(settings.webhookId && { webhookId: settings.webhookId }),
      },
      sentence: `The secret is right, but the request is signed as ${other.title} signs: choose the scheme ${other.name}.`,
      isAlone: true,
    };
  }
}

/** No sender adds more. */
const mostNames = 60;

/** The secret itself, in any header. */
export function* asToken({ head, settings, scheme }: Case): Generator<Variant> {
  for (const header of [...headerNames(head.headers)].slice(0, mostNames)) {
    if (scheme.name === 'token' && settings.header?.toLowerCase() === header) continue;
    yield {
      settings: { scheme: 'token', header },
      sentence: `Nothing is signed: the header ${shownName(header)} contains the secret itself. Choose the scheme token with this header.`,
      isAlone: true,
    };
  }
}
