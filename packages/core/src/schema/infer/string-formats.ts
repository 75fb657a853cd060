import { type StringFormat, stringFormats } from '../body-schema.ts';
import { allMisfits, firstMisfit, seen } from './place.ts';

const day = /^(\d{4})-(\d\d)-(\d\d)$/;
/** RFC 3339, 5.6. A leap second is not one: validators differ. */
const time =
  /^[Tt](?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** The local part without quotes (RFC 5321, 4.1.2), and a domain of two labels or more. */
const email =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;
const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const ipv4 = new RegExp(`^${octet}(?:\\.${octet}){3}$`);
/** RFC 3986, but with a host that is no literal address. */
const character = "(?:[\\w.~!$&'()*+,;=-]|%[\\da-f]{2})";
const inPath = `(?:${character}|[:@])`;
const uri = new RegExp(
  `^[a-z][a-z\\d+.-]*://(?:(?:${character}|:)*@)?${character}+(?::\\d*)?(?:/${inPath}*)*(?:\\?(?:${inPath}|[/?])*)?(?:#(?:${inPath}|[/?])*)?$`,
  'i',
);

/** The formats that a text does not fit, as bits from `firstMisfit` on. What cannot be one is told by its first sight. */
export function misfitsOf(text: string): number {
  const { length } = text;
  if (length < 7) return allMisfits;
  let fits = 0;
  if (text.charAt(4) === '-' && isDay(text.slice(0, 10))) {
    if (length === 10) fits |= bit('date');
    else if (time.test(text.slice(10))) fits |= bit('date-time');
  }
  if (length === 36 && uuid.test(text)) fits |= bit('uuid');
  if (length <= 254 && text.includes('@') && email.test(text)) fits |= bit('email');
  if (length <= 15 && ipv4.test(text)) fits |= bit('ipv4');
  if (text.includes('://') && uri.test(text)) fits |= bit('uri');
  return allMisfits & ~fits;
}

/** The narrowest of the formats that all strings of a place fit. */
export function formatIn(traits: number): StringFormat | undefined {
  if ((traits & seen.string) === 0) return undefined;
  return stringFormats.find((format) => (traits & bit(format)) === 0);
}

function bit(format: StringFormat): number {
  return 1 << (firstMisfit + stringFormats.indexOf(format));
}

function isDay(text: string): boolean {
  const parts = day.exec(text);
  if (parts === null) return false;
  const [year = 0, month = 0, date = 0] = parts.slice(1).map(Number);
  return month >= 1 && month <= 12 && date >= 1 && date <= daysOf(year, month);
}

function daysOf(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}
