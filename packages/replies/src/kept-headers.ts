import { findScheme, secretHeaders } from '@hookwell/signatures';
import type { Settings } from './settings.ts';

/** Settings are plain data; the names of each are kept as long as it is. */
const known = new WeakMap<Settings, ReadonlySet<string>>();

/**
 * The headers, in lower case, that settings never keep: the secret stands in them, for verifying or in a handshake that is
 * answered.
 */
export function headersWithSecrets(settings: Settings): ReadonlySet<string> {
  let names = known.get(settings);
  if (names === undefined) {
    const { verify, replies } = settings;
    names = new Set([
      ...(verify === undefined ? [] : secretHeaders(verify)),
      ...replies.flatMap(({ handshake = '' }) => {
        const scheme = findScheme(handshake)?.name;
        return scheme === undefined ? [] : secretHeaders({ scheme });
      }),
    ]);
    known.set(settings, names);
  }
  return names;
}

/**
 * Whether settings say nothing but what is done with `X-` headers. They decide about no answer: requests are acknowledged, and
 * no attempt of a delivery is counted.
 */
export function areAboutHeadersAlone(settings: Settings): boolean {
  const { replies, delivery, verify, xHeaders } = settings;
  return (
    xHeaders !== undefined && replies.length === 0 && delivery === undefined && verify === undefined
  );
}
