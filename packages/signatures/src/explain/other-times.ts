import type { SignedHead, TextSigning } from '../scheme.ts';
import { findHeader } from '../schemes/headers.ts';
import { headerNames, shownName } from './headers.ts';

/** A time that may have been signed. */
export interface SignedTime {
  text: string;
  /** The difference from what the scheme says; empty if there is none. */
  name: string;
}

const seconds = /^\d{9,10}$/;
const milliseconds = /^\d{12,13}$/;

/** So many other headers with a time are looked at. */
const mostOthers = 3;

/** The times of a request, in seconds and in milliseconds, the scheme's own first. */
export function otherTimes(head: SignedHead, way: TextSigning): SignedTime[] {
  const own = ownTime(head, way);
  const others = [...headerNames(head.headers)]
    .filter((name) => name !== way.time?.header?.toLowerCase())
    .map((name) => ({ name, text: (findHeader(head.headers, name) ?? '').trim() }))
    .filter(({ text }) => seconds.test(text) || milliseconds.test(text))
    .slice(0, mostOthers);
  return [
    ...(own === undefined ? [] : inBothUnits(own, '')),
    ...others.flatMap(({ name, text }) => inBothUnits(text, `with the time of ${shownName(name)}`)),
  ];
}

function inBothUnits(text: string, name: string): SignedTime[] {
  const also = (other: string) => (name === '' ? other : `${name}, ${other}`);
  const found = [{ text, name }];
  if (milliseconds.test(text))
    found.push({
      text: text.slice(0, -3),
      name: also('over a time in seconds that it gives in milliseconds'),
    });
  if (seconds.test(text))
    found.push({
      text: `${text}000`,
      name: also('over a time in milliseconds that it gives in seconds'),
    });
  return found;
}

function ownTime({ headers }: SignedHead, { header, text, time }: TextSigning): string | undefined {
  if (time?.header !== undefined) return findHeader(headers, time.header.toLowerCase())?.trim();
  if (text.form !== 'fields' || text.time === undefined) return undefined;
  const { time: name } = text;
  const fields = (findHeader(headers, header.toLowerCase()) ?? '').split(text.separator, 50);
  const field = fields.find((each) => each.trim().startsWith(`${name}=`));
  return field?.trim().slice(name.length + 1);
}
