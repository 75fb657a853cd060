import type { EndpointSettings } from '@hookwell/client';
import { parseStep, readSettings, SettingsError } from '@hookwell/replies';
import { checkSecret, findScheme } from '@hookwell/signatures';
import { isBlank } from '../../sending/test-request.ts';
import type { Draft, DraftReply, ReplySettings } from './draft.ts';
import type { VerifySettings } from './draft-verify.ts';

/** A part of the settings that makes no sense. */
export interface Fault {
  /** `replies[2].plan[0]`; empty for the whole. */
  place: string;
  /** A sentence without its full stop. */
  sentence: string;
}

/** The fault of each part of each reply, those of the delivery and of verifying, and else that of the whole. */
export function faultsOf(settings: EndpointSettings): Fault[] {
  const { replies = [], delivery, verify } = settings;
  const found = replies.flatMap((reply, index) =>
    faultsOfReply(reply).map(({ place, sentence }) => ({
      place: place.replace(/^replies\[0\]/, `replies[${index}]`),
      sentence,
    })),
  );
  if (delivery !== undefined) found.push(...faultIn({ delivery }));
  if (verify !== undefined) found.push(...faultsOfVerify(verify));
  return found.length > 0 ? found : faultIn(settings);
}

function faultsOfReply(reply: ReplySettings): Fault[] {
  if ('handshake' in reply) return faultIn({ replies: [reply] });
  const { plan, ...others } = reply;
  const parts = Object.entries(others).map(([name, value]): ReplySettings => ({ [name]: value }));
  const found = parts.flatMap((part) => faultIn({ replies: [part] }));
  if (plan === undefined) return found;
  const ofSteps = plan.flatMap((step, index) =>
    faultOf(() => parseStep(step, `replies[0].plan[${index}]`)),
  );
  return [...found, ...(ofSteps.length > 0 ? ofSteps : faultIn({ replies: [{ plan }] }))];
}

/** The first fault of all, that of each secret that was typed, and that there is none. */
function faultsOfVerify(verify: VerifySettings): Fault[] {
  const { secrets = [], scheme } = verify;
  const found = new Map(faultIn({ verify }).map((fault) => [fault.place, fault]));
  for (const [index, secret] of secrets.entries()) {
    const sentence = typeof secret === 'string' ? checkSecret(verify, secret) : undefined;
    const place = `verify.secrets[${index}]`;
    if (sentence !== undefined) found.set(place, { place, sentence: withoutStop(sentence) });
  }
  const known = findScheme(scheme);
  if (secrets.length === 0 && known !== undefined && known.secret.byHandshake !== true) {
    found.set('verify.secrets', { place: 'verify.secrets', sentence: 'a secret is missing' });
  }
  return [...found.values()];
}

function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, '');
}

function faultIn(settings: EndpointSettings): Fault[] {
  return faultOf(() => readSettings(settings));
}

function faultOf(read: () => unknown): Fault[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof SettingsError) {
      return [{ place: error.place, sentence: withoutStop(error.sentence) }];
    }
    throw error;
  }
}

/** Faults of the fields that the settings made of them no longer show: headers without a name, and names that stand twice. */
export function faultsOfFields({ replies }: Draft): Fault[] {
  return replies.flatMap((reply, index) =>
    faultsOfHeaders(reply).map(({ place, sentence }) => ({
      place: `replies[${index}].${place}`,
      sentence,
    })),
  );
}

/** The place of a row of headers in the fields. */
export function headerPlace(index: number): string {
  return `header row ${index + 1}`;
}

function faultsOfHeaders({ headers, mediaType }: DraftReply): Fault[] {
  const names = new Set(mediaType === '' ? [] : ['content-type']);
  return headers.flatMap((row, index) => {
    if (isBlank(row)) return [];
    const name = row.name.trim().toLowerCase();
    const place = headerPlace(index);
    if (name === '') return [{ place, sentence: 'A name is missing before this value' }];
    if (names.has(name)) {
      const where = name === 'content-type' ? 'as the media type' : 'further up';
      return [{ place, sentence: `${row.name.trim()} is given twice: it is also given ${where}` }];
    }
    names.add(name);
    return [];
  });
}

/** The sentence about a place or a part of it. */
export function faultAt(faults: readonly Fault[], place: string): string | undefined {
  return faults.find((fault) => fault.place === place || isInside(fault.place, place))?.sentence;
}

function isInside(inner: string, outer: string): boolean {
  return inner.startsWith(outer) && /^[.[]/.test(inner.slice(outer.length));
}
