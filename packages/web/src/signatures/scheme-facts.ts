import type { Scheme } from './scheme-table.ts';

/** The signs by which a captured request tells its scheme. Headers that begin with X- are not stored. */
interface Signs {
  headers: Readonly<Record<string, string>>;
  /** Its sender, as far as it is recognised. */
  sender: string | undefined;
}

/** The schemes that a request may be signed by, the likeliest first: its own headers tell more than its sender's name. */
export function guessSchemes(schemes: readonly Scheme[], { headers, sender }: Signs): Scheme[] {
  const byHeader = schemes.filter((scheme) => hasItsHeaders(scheme, headers));
  const bySender = schemes.filter(
    ({ senders }) => sender !== undefined && senders.includes(sender),
  );
  return [...new Set([...byHeader, ...bySender])];
}

const general = ['standard-webhooks', 'svix', 'basic', 'bearer', 'token', 'custom'];

/** Whether a scheme belongs to no single sender. */
export function isGeneral({ name }: Scheme): boolean {
  return general.includes(name);
}

/** Names the page of the sender, or of the specification, that a scheme follows. */
export function documentationWords(scheme: Scheme): string {
  return isGeneral(scheme) ? `About ${scheme.title}` : `How ${scheme.title} signs`;
}

/** A header that many senders use, such as Authorization, tells no scheme. */
function hasItsHeaders(
  { headers: names, storesSecret }: Scheme,
  headers: Signs['headers'],
): boolean {
  const stored = names.filter((name) => !name.startsWith('x-'));
  const isOwn = stored.length > 0 && storesSecret !== true;
  return isOwn && stored.every((name) => Object.hasOwn(headers, name));
}
