import { members, textOf } from './members.ts';
import { mostHeaderCharacters, mostHeaders } from './settings.ts';
import { SettingsError, shown } from './settings-error.ts';

const ofHop = 'it is about the connection, which Hookwell keeps';
const ofFraming = 'Hookwell sets it from the body';
const ofOrigin = 'it would reach past the reply, to everything else at this origin';
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
  ...withReason('Hookwell sets it', ['date', 'hookwell-request']),
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

/** RFC 9110, section 5.6.2. */
const tokenText = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const token = new RegExp(`^${tokenText}$`);
/** RFC 9110, section 5.5: a header is sent in ISO 8859-1. */
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Type and subtype, and whatever parameters (RFC 9110, section 8.3.1); a type that nobody knows is left to its reader. */
const mediaType = new RegExp(`^(?:${tokenText}(?:/${tokenText})?)?[\\t ]*(?:;.*)?$`);

/**
 * Reads the headers of a reply, in their order.
 * @param isStored they were taken earlier: those that cannot be set since then are left out
 * @throws {SettingsError} if a name or value cannot be sent, or may not be set
 */
export function readHeaders(
  value: unknown,
  place: string,
  isStored: boolean,
): (readonly [string, string])[] {
  const headers = Object.entries(members(value, place, 'headers are an object'))
    .filter(([, text]) => text !== undefined)
    .map(([name, text]) => {
      const own = `${place}[${shown(name)}]`;
      return { name, own, value: textOf(text, own, 'a value is a string') };
    });
  const read: (readonly [string, string])[] = [];
  const names = new Set<string>();
  let characters = 0;
  for (const { name, own, value } of headers) {
    const lower = name.toLowerCase();
    if (!token.test(name)) throw new SettingsError(own, 'this is not a header name');
    if (names.has(lower)) throw new SettingsError(own, 'the header is given twice');
    const reason = refused.get(lower) ?? (ordersToProxy.test(lower) ? ofProxy : undefined);
    if (reason !== undefined && isStored) continue;
    if (reason !== undefined) throw new SettingsError(own, `a reply cannot set this: ${reason}`);
    if (!fieldValue.test(value)) {
      throw new SettingsError(
        own,
        'a value has no line breaks or other control characters, and only characters of ISO 8859-1',
      );
    }
    if (lower === 'content-type' && !isStored && !mediaType.test(value.trim())) {
      throw new SettingsError(own, 'this is not a media type such as application/json');
    }
    if (names.size === mostHeaders) {
      if (isStored) break;
      throw new SettingsError(place, `a reply has at most ${mostHeaders} headers`);
    }
    names.add(lower);
    characters += name.length + value.length;
    read.push([name, value.replace(/^[ \t]+|[ \t]+$/g, '')]);
  }
  if (characters > mostHeaderCharacters) {
    throw new SettingsError(
      place,
      `all headers together have at most ${mostHeaderCharacters} characters`,
    );
  }
  return read;
}
