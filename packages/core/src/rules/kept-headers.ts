import { keepsXHeaders } from '../api/settings-names.ts';
import type { MatchTerm } from '../match/index.ts';
import { findScheme, secretHeaders } from '../signatures/index.ts';
import { type Reading, SettingsError } from './reading.ts';
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

/** Refuses matches of replies that ask for a header which these settings drop: such a reply would wait in vain. */
export function refuseDropped(settings: Settings, reading: Reading): void {
  const isKeeping = keepsXHeaders(settings, reading.unsaidXHeaders);
  const secret = headersWithSecrets(settings);
  settings.replies.forEach(({ when }, index) => {
    reading.part(() => {
      for (const term of when?.terms ?? []) {
        const name = xHeaderIn(term);
        if (name === undefined || (isKeeping && !secret.has(name))) continue;
        const { start, end } = term;
        const why = secret.has(name) ? neverKept(name, settings) : droppedHere(name, settings);
        const sentence = `at character ${start + 1}: ${why}`;
        throw new SettingsError(`replies[${index}].when`, sentence, { start, end });
      }
    });
  });
}

function xHeaderIn({ condition }: MatchTerm): string | undefined {
  if (!('field' in condition) || condition.field.name !== 'header.NAME') return undefined;
  return condition.field.key.startsWith('x-') ? condition.field.key : undefined;
}

function neverKept(name: string, { verify }: Settings): string {
  const instead = verify === undefined ? '' : ': signature=valid asks whether it is right';
  return `${name} has a secret in it and is never kept${instead}`;
}

function droppedHere(name: string, { xHeaders }: Settings): string {
  const remedy =
    xHeaders === 'drop'
      ? 'make "xHeaders" in the settings "keep"'
      : 'add "xHeaders": "keep" to the settings';
  return `${name} is dropped, as all headers whose names begin with X-: ${remedy}`;
}
