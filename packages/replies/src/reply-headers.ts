import { mostHeaderCharacters } from './settings.ts';
import { SettingsError, shown } from './settings-error.ts';

const ofHop = 'it is about the connection, which Hookwell keeps';
const ofFraming = 'Hookwell sets it from the body';
const ofOrigin = 'it would reach past the answer, to everything else at this address';
const ofProxy = 'a proxy in front of Hookwell would act on it';
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
  ['date', 'Hookwell sets it'] as const,
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
  ...withReason(ofProxy, [
    'x-accel-redirect',
    'x-sendfile',
    'x-lighttpd-send-file',
    'x-reproxy-url',
  ]),
  ...withReason(ofSandbox, ['content-security-policy', 'x-content-type-options']),
]);

function withReason(reason: string, names: readonly string[]) {
  return names.map((name) => [name, reason] as const);
}

/** RFC 9110, section 5.6.2. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** RFC 9110, section 5.5: a header is sent in ISO 8859-1. */
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * Reads the headers of a reply, in their order.
 * @throws {SettingsError} if a name or value cannot be sent, or may not be set
 */
export function readHeaders(headers: object, place: string): (readonly [string, string])[] {
  const read: (readonly [string, string])[] = [];
  const names = new Set<string>();
  let characters = 0;
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    const own = `${place}[${shown(name)}]`;
    const lower = name.toLowerCase();
    if (!token.test(name)) throw new SettingsError(own, 'this is no name of a header');
    if (names.has(lower)) throw new SettingsError(own, 'the header stands here twice');
    const reason = refused.get(lower);
    if (reason !== undefined) throw new SettingsError(own, `a reply cannot set this: ${reason}`);
    if (typeof value !== 'string') throw new SettingsError(own, 'a value is a string');
    if (!fieldValue.test(value)) {
      throw new SettingsError(
        own,
        'a value has no line breaks or other control characters, and only characters of ISO 8859-1',
      );
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
