import { signatures } from '@hookwell/senders/signatures';
import type { Scheme } from '../scheme.ts';
import { generalSchemes } from './general.ts';
import { schemeOf } from './scheme-of.ts';

/** Every scheme that a request can be verified by. */
export const schemes: readonly Scheme[] = [...signatures, ...generalSchemes].map(schemeOf);

const byName = new Map(schemes.map((scheme) => [scheme.name, scheme]));

export function findScheme(name: string): Scheme | undefined {
  return byName.get(name);
}
