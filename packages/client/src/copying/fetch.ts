import { percentEncodedBytes, unseenCharacters } from '../text/characters.ts';
import {
  base64Of,
  type CopiedRequest,
  hasHeader,
  portableHeaders,
  textOf,
} from './copied-request.ts';

/** Headers that `fetch` refuses or overwrites, beside those that every program sets by itself. */
const refused = new Set(['expect', 'keep-alive', 'upgrade', 'te', 'trailer', 'proxy-connection']);

/**
 * A `fetch` call that sends the request again, for modules and consoles. Comments name the differences: `fetch`
 * normalises addresses and some methods, refuses others, and sends no body with GET and HEAD. It also joins repeated headers.
 */
export function asFetch(captured: CopiedRequest, options: { url?: string } = {}): string {
  const sent = options.url ?? captured.url;
  const url = percentEncodedBytes(sent);
  const { body } = captured;
  const method = methodOfFetch(captured.method);
  const sendsBody = method !== 'GET' && method !== 'HEAD';
  const headers = portableHeaders(captured).filter(([name]) => !refused.has(name.toLowerCase()));
  const comments = [
    ...(url === sent
      ? []
      : ['// fetch sends no bytes past ASCII in an address: these are percent-encoded.']),
    ...(isNormal(url) ? [] : ['// fetch normalises this address before it sends it.']),
    ...(method === captured.method ? [] : [`// fetch sends ${captured.method} as ${method}.`]),
    ...(isRefusedByFetch(method) ? [`// fetch refuses the method ${method}.`] : []),
    ...(sendsBody || body.length === 0 ? [] : [`// fetch sends no body with ${method}.`]),
  ];
  const fields = [
    `method: ${javaScriptString(method)},`,
    ...(headers.length === 0 ? [] : ['headers: [', ...headers.map(headerLine), '],']),
    ...(sendsBody && body.length > 0 ? [`body: ${bodyExpression(captured)},`] : []),
  ];
  const call = [`await fetch(${javaScriptString(url)}, {`, ...fields.map(indented), '});'];
  return [...comments, ...call].join('\n');
}

function headerLine([name, value]: readonly [name: string, value: string]): string {
  return `  [${javaScriptString(name)}, ${javaScriptString(value)}],`;
}

function indented(line: string): string {
  return `  ${line}`;
}

/** The body. A text would add a Content-Type, so a request without that header gets bytes. */
function bodyExpression(captured: CopiedRequest): string {
  const text = textOf(captured.body);
  if (text === undefined) {
    return `Uint8Array.from(atob('${base64Of(captured.body)}'), (byte) => byte.charCodeAt(0))`;
  }
  const string = javaScriptString(text);
  return hasHeader(captured, 'content-type') ? string : `new TextEncoder().encode(${string})`;
}

/** The method as `fetch` sends it (https://fetch.spec.whatwg.org/#concept-method-normalize). */
export function methodOfFetch(method: string): string {
  return /^(delete|get|head|options|post|put)$/i.test(method) ? method.toUpperCase() : method;
}

/** Whether `fetch` sends no request of this method (https://fetch.spec.whatwg.org/#forbidden-method). */
function isRefusedByFetch(method: string): boolean {
  return /^(connect|trace|track)$/i.test(method);
}

function isNormal(url: string): boolean {
  return URL.canParse(url) && new URL(url).href === url && !url.includes('#');
}

const short: Record<string, string> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\\': '\\\\',
  "'": "\\'",
};

/** Unseen characters, and those that turn the direction of the text around them, become escapes. */
const escaped = new RegExp(`[\\n'\\\\\\p{Surrogate}${unseenCharacters}]`, 'gu');

/** The text as a string literal of JavaScript, in single quotes and on one line. */
export function javaScriptString(text: string): string {
  return quoted(text, escaped, escapeOf);
}

/** A string literal in single quotes. The short escapes are those of JavaScript and Python, `escapeOf` writes all others. */
export function quoted(
  text: string,
  escaped: RegExp,
  escapeOf: (character: string) => string,
): string {
  return `'${text.replace(escaped, (character) => short[character] ?? escapeOf(character))}'`;
}

function escapeOf(character: string): string {
  const units = character.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
  return units.map((unit) => `\\u${unit}`).join('');
}
