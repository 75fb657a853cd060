import type { Scheme } from '../scheme.ts';
import { businessRows } from './business.ts';
import { cloudRows } from './clouds.ts';
import { codeRows } from './code.ts';
import { commerceRows } from './commerce.ts';
import { generalRows } from './general.ts';
import { messagingRows } from './messaging.ts';
import { schemeOf } from './row.ts';

/** Every scheme that a request can be verified by. */
export const schemes: readonly Scheme[] = [
  ...codeRows,
  ...commerceRows,
  ...messagingRows,
  ...businessRows,
  ...cloudRows,
  ...generalRows,
].map(schemeOf);

const byName = new Map(schemes.map((scheme) => [scheme.name, scheme]));

export function findScheme(name: string): Scheme | undefined {
  return byName.get(name);
}
