import { headersOf } from './scheme-of.ts';
import { schemes } from './table.ts';

/**
 * Every header, in lower case, by which a scheme of the table signs, in any of its ways, or hands over its secret; but not Authorization, of
 * which only a part is secret.
 */
export const signatureHeaders: readonly string[] = [
  ...new Set(
    schemes
      .flatMap(({ ways, secret }) => [
        ...ways.flatMap(headersOf),
        ...(secret.handshakeHeader === undefined ? [] : [secret.handshakeHeader]),
      ])
      .map((name) => name.toLowerCase())
      .filter((name) => name !== 'authorization'),
  ),
];
