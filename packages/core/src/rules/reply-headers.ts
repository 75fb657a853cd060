import { members, SettingsError, shown, textOf } from './reading.ts';
import { mostHeaderCharacters, mostHeaders } from './settings.ts';
import { parseTemplate, type Template } from './template.ts';

const ofHop = 'it is about the connection, which Hookwell keeps';
const ofFraming = 'Hookwell sets it from the body';
const ofOrigin = 'it would reach past the reply, to everything else at this origin';
const ofHookwell = 'Hookwell sets it';
const ofProxy = 'a proxy in front of Hookwell would act on it';
const ofPassword = 'a browser would ask for a password in the name of everything at this origin';
const ofSandbox = 'every custom reply carries one that keeps its content apart';

/** Headers that a reply cannot set, in lower case, and why. */
const refused: ReadonlyMap<string, string> = new Map([
  ...withReason(ofHop, [
    'connection',
    'keep-alive',
    'proxy-authenticate',
    'proxy-authorization',
    'proxy-connection',
    'te',
    'trailer',
    'upgrade',
  ]),
  ...withReason(ofFraming, ['content-length', 'transfer-encoding']),
  ...withReason(ofHookwell, ['date', 'hookwell-request']),
  ...withReason(ofOrigin, [
    'set-cookie',
    'set-cookie2',
    'clear-site-data',
    'strict-transport-security',
    'public-key-pins',
    'alt-svc',
    'nel',
    'report-to',
    'reporting-endpoints',
    'service-worker-allowed',
    'accept-ch',
    'origin-agent-cluster',
    'use-as-dictionary',
    'expect-ct',
    'set-login',
    'sec-session-registration',
    'secure-session-registration',
  ]),
  ['www-authenticate', ofPassword] as const,
  ['x-lighttpd-send-file', ofProxy] as const,
  ...withReason(ofSandbox, ['content-security-policy', 'x-content-type-options']),
]);

/** nginx, LiteSpeed, Apache and Perlbal take orders by headers of these beginnings. */
const ordersToProxy = /^x-(?:accel-|litespeed-|sendfile|reproxy-)/;

function withReason(reason: string, names: readonly string[]) {
  return names.map((name) => [name, reason] as const);
}

const noToken = 'this is not a header name';
const noValue =
  'a value has no line breaks or other control characters, and only characters of ISO 8859-1';
const noType = 'this is not a media type such as application/json';

/** RFC 9110, section 5.6.2. */
const tokenText = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const token = new RegExp(`^${tokenText}$`);
/** RFC 9110, section 5.5: a header is sent in ISO 8859-1. */
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Type and subtype, and whatever parameters (RFC 9110, section 8.3.1); a type that nobody knows is left to its reader. */
const mediaType = new RegExp(`^(?:${tokenText}(?:/${tokenText})?)?[\\t ]*(?:;.*)?$`);

/** Headers that every answer gets anew, and that are nothing of the answer itself. */
const setAnew: ReadonlySet<string> = new Set([ofHop, ofFraming, ofHookwell]);

/**
 * The headers of another server's answer that a reply can have, in their order and with their values, and the names of
 * those that it cannot have, in lower case. Headers that every answer gets anew (of the connection, of framing, `Date`)
 * are in neither.
 * @param headers each name once
 */
export function headersForReply(headers: readonly (readonly [name: string, value: string])[]): {
  kept: (readonly [name: string, value: string])[];
  leftOut: string[];
} {
  const kept: (readonly [name: string, value: string])[] = [];
  const leftOut: string[] = [];
  let characters = 0;
  for (const [name, value] of headers) {
    const lower = name.toLowerCase();
    const reason = refusalOf(lower);
    if (reason !== undefined && setAnew.has(reason)) continue;
    const length = name.length + value.length;
    const hasRoom = kept.length < mostHeaders && characters + length <= mostHeaderCharacters;
    if (reason !== undefined || !hasRoom || faultOf(name, value) !== undefined) {
      leftOut.push(lower);
      continue;
    }
    characters += length;
    kept.push([name, value]);
  }
  return { kept, leftOut };
}

/** Why a reply cannot set the header, whatever its value. */
function refusalOf(lower: string): string | undefined {
  return refused.get(lower) ?? (ordersToProxy.test(lower) ? ofProxy : undefined);
}

/** Why a header cannot be sent as it is. */
function faultOf(name: string, value: string): string | undefined {
  if (!token.test(name)) return noToken;
  if (!fieldValue.test(value)) return noValue;
  const isType = name.toLowerCase() === 'content-type';
  return isType && !mediaType.test(value.trim()) ? noType : undefined;
}

/**
 * Reads the headers of a reply, in their order.
 * @param isStored they were taken earlier: those that cannot be set since then are left out
 * @param readValue reads a value, without blanks around it
 * @throws {SettingsError} if a name or value cannot be sent, or may not be set
 */
export function readHeaders<Value>(
  value: unknown,
  place: string,
  isStored: boolean,
  readValue: (text: string, place: string, isType: boolean) => Value,
): (readonly [string, Value])[] {
  const headers = Object.entries(members(value, place, 'headers must be an object'))
    .filter(([, text]) => text !== undefined)
    .map(([name, text]) => {
      const own = `${place}[${shown(name)}]`;
      return { name, own, value: textOf(text, own, 'a value must be a string') };
    });
  const read: (readonly [string, Value])[] = [];
  const names = new Set<string>();
  let characters = 0;
  for (const { name, own, value } of headers) {
    const lower = name.toLowerCase();
    if (!token.test(name)) throw new SettingsError(own, noToken);
    if (names.has(lower)) throw new SettingsError(own, 'the header is given twice');
    const reason = refusalOf(lower);
    if (reason !== undefined && isStored) continue;
    if (reason !== undefined) throw new SettingsError(own, `a reply cannot set this: ${reason}`);
    const isType = lower === 'content-type' && !isStored;
    const readText = readValue(withoutBlanksAround(value), own, isType);
    if (names.size === mostHeaders) {
      if (isStored) break;
      throw new SettingsError(place, `a reply has at most ${mostHeaders} headers`);
    }
    names.add(lower);
    characters += name.length + value.length;
    read.push([name, readText]);
  }
  if (characters > mostHeaderCharacters) {
    throw new SettingsError(
      place,
      `all headers together have at most ${mostHeaderCharacters} characters`,
    );
  }
  return read;
}

/** @throws {SettingsError} if it cannot be sent as it is */
export function readLiteralValue(text: string, place: string, isType: boolean): string {
  if (!fieldValue.test(text)) throw new SettingsError(place, noValue);
  if (isType && !mediaType.test(text)) throw new SettingsError(place, noType);
  return text;
}

/**
 * Reads a value that may have fields in it.
 * @param isStored it was taken earlier, when braces were texts like others: what is no field stays one
 * @throws {SettingsError} if it cannot be sent, or what stands between braces is no field
 */
export function readHeaderValue(
  text: string,
  place: string,
  { isType, isStored }: { isType: boolean; isStored: boolean },
): string | Template {
  if (!text.includes('{{')) return readLiteralValue(text, place, isType);
  try {
    const template = parseTemplate(text, place, 'no header can have them');
    for (const part of template.parts)
      if (typeof part === 'string') readLiteralValue(part, place, false);
    return template;
  } catch (error) {
    if (isStored && error instanceof SettingsError) return text;
    throw error;
  }
}

/**
 * The headers with the values of their fields, without those that have no valid value then, or no room.
 * @param values by the printed name of the field
 */
export function renderedHeaders(
  headers: readonly (readonly [name: string, value: string | Template])[],
  values: ReadonlyMap<string, string>,
): (readonly [name: string, value: string])[] {
  let room = mostHeaderCharacters;
  for (const [name, value] of headers)
    room -= name.length + (typeof value === 'string' ? value.length : 0);
  const rendered: (readonly [string, string])[] = [];
  for (const [name, value] of headers) {
    const text = typeof value === 'string' ? value : filled(value, values, room);
    if (text === undefined) continue;
    if (typeof value !== 'string') {
      const isNoType = text === '' && name.toLowerCase() === 'content-type';
      if (isNoType || faultOf(name, text) !== undefined) continue;
      room -= text.length;
    }
    rendered.push([name, text]);
  }
  return rendered;
}

/** Undefined once it must be too long: a value may name a long field hundreds of times. */
function filled(
  { parts }: Template,
  values: ReadonlyMap<string, string>,
  mostCharacters: number,
): string | undefined {
  let text = '';
  for (const part of parts) {
    text += typeof part === 'string' ? part : (values.get(part.name) ?? '');
    if (text.length > mostCharacters) return undefined;
  }
  return withoutBlanksAround(text);
}

/** A pattern would take time in the square of the blanks within. */
function withoutBlanksAround(value: string): string {
  let [start, end] = [0, value.length];
  while (start < end && isBlank(value.charCodeAt(start))) start += 1;
  while (start < end && isBlank(value.charCodeAt(end - 1))) end -= 1;
  return value.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}
