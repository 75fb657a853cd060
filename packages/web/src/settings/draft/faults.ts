import type { EndpointSettings } from '@hookwell/client';
import { faultsOfSettings } from '@hookwell/core/rules';
import { isBlank } from '../../sending/test-request.ts';
import type { Draft, DraftReply } from './draft.ts';

/** A part of the settings that makes no sense. */
export interface Fault {
  /** `replies[2].plan[0]`; empty for the whole. */
  place: string;
  /** A sentence without its full stop. */
  sentence: string;
}

/** The faults for which the service would refuse it, each with its place. */
export function faultsOf(settings: EndpointSettings): Fault[] {
  return faultsOfSettings(settings).map(({ place, sentence }) => ({
    place,
    sentence: withoutStop(sentence),
  }));
}

export function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, '');
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

/** Whether a fault is only that no secret was typed yet. */
export function isMissingSecret({ place }: Fault): boolean {
  return place === 'verify.secrets';
}
