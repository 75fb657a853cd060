import { createStore, useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';
import type { Scheme } from './scheme-table.ts';

type SchemeTable = typeof import('./scheme-table.ts');

const table = createStore<SchemeTable | undefined>(undefined);
let loading: Promise<void> | undefined;

/** Loads the signature schemes, unless they are here. Without them, schemes have their short names alone. */
function loadSchemes(): Promise<void> {
  loading ??= import('./scheme-table.ts').then(
    (loaded) => table.setState(() => loaded),
    () => {
      loading = undefined;
    },
  );
  return loading;
}

/** The signature schemes, once they are here. They are loaded when they are needed. */
export function useSchemes(isNeeded: boolean): SchemeTable | undefined {
  const known = useSelector(table);
  useEffect(() => {
    if (isNeeded) void loadSchemes();
  }, [isNeeded]);
  return known;
}

/** The scheme of this name, once the table is here. */
export function useScheme(name: string | undefined) {
  const known = useSchemes(name !== undefined);
  return name === undefined ? undefined : known?.findScheme(name);
}

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
