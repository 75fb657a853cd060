import { type StringFormat, stringFormats } from '../body-schema.ts';

/** Every format: what is known of no string at all. */
export const allFormats = 2 ** stringFormats.length - 1;

/** A longer text has no format. */
const mostCharacters = 2048;

const day = /^(\d{4})-(\d{2})-(\d{2})$/;
/** RFC 3339, 5.6. */
const moment =
  /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[Zz]|[+-](\d{2}):(\d{2}))$/;
const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
/** The local part as most have it (RFC 5321, 4.1.2, without quoted ones), and a domain of two labels or more. */
const email =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;
const number = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const ipv4 = new RegExp(`^${number}(?:\\.${number}){3}$`);
/** A scheme, two slashes and a host, and no character that a URI cannot have (RFC 3986). */
const uri =
  /^[a-z][a-z\d+.-]*:\/\/[\w.~!$&'()*+,;=:@%[\]-]+(?:[/?#][\w.~!$&'()*+,;=:@%/?#[\]-]*)?$/i;
const wrongEscape = /%(?![\da-f]{2})/i;

/** The formats that a text fits, as bits. */
export function formatsOf(text: string): number {
  if (text.length < 4 || text.length > mostCharacters) return 0;
  const fits = [
    isMoment(text),
    isDay(text),
    uuid.test(text),
    text.length <= 254 && email.test(text),
    ipv4.test(text),
    uri.test(text) && !wrongEscape.test(text),
  ];
  return fits.reduce((bits, isFit, index) => bits | (isFit ? 1 << index : 0), 0);
}

/** The narrowest of the formats in these bits. */
export function formatIn(bits: number): StringFormat | undefined {
  return stringFormats.find((_, index) => (bits & (1 << index)) !== 0);
}

function isDay(text: string): boolean {
  const parts = day.exec(text);
  if (parts === null) return false;
  const [year, month, date] = parts.slice(1).map(Number);
  const last = new Date(Date.UTC(2000, 0, 1));
  last.setUTCFullYear(year ?? 0, month ?? 0, 0);
  return (
    (month ?? 0) >= 1 && (month ?? 0) <= 12 && (date ?? 0) >= 1 && (date ?? 0) <= last.getUTCDate()
  );
}

function isMoment(text: string): boolean {
  const parts = moment.exec(text);
  if (parts === null || !isDay(parts[1] ?? '')) return false;
  const [hour, minute, second, offsetHour, offsetMinute] = parts
    .slice(2)
    .map((part) => Number(part ?? 0));
  // A leap second is told at the end of a day of UTC alone, which is not looked into: validators differ.
  return (
    (hour ?? 0) < 24 &&
    (minute ?? 0) < 60 &&
    (second ?? 0) < 60 &&
    (offsetHour ?? 0) < 24 &&
    (offsetMinute ?? 0) < 60
  );
}
