import { textInUtf8, unseenCharacters } from '../text/characters.ts';
import {
  base64Lines,
  type CopiedRequest,
  hasHeader,
  portableHeaders,
  targetOf,
  textOf,
} from './copied-request.ts';

export interface CurlOptions {
  /** The address to send it to, in place of the receive URL. */
  url?: string | undefined;
  /** A file that holds the body, for one that is too large to stand in a command. */
  bodyFile?: string | undefined;
}

/** Linux takes 128 KiB in one argument, counted without quotes. */
const mostArgumentBytes = 100_000;

/** From this size on some versions of curl ask with `Expect` before they send a body. */
const leastExpectBytes = 1024;

/**
 * A bash command that sends the request again: method, target, headers in their order and the exact bytes of
 * the body. Headers of the connection (Host, Content-Length, …) are curl's own.
 */
export function asCurl(captured: CopiedRequest, options: CurlOptions = {}): string {
  const url = options.url ?? captured.url;
  const body = bodyArgument(captured, options.bodyFile);
  const lines = [
    `curl ${bashWordOfBytes(url)}`,
    ...addressOptions(url),
    ...methodOptions(captured.method, body !== undefined),
    ...headerOptions(captured),
    ...(body === undefined ? [] : [body.argument]),
  ];
  const command = lines.join(' \\\n  ');
  if (body?.base64 === undefined) return command;
  return `base64 --decode <<'BODY' | ${command}\n${body.base64}\nBODY`;
}

/**
 * Options against curl's habits: it resolves dot segments, expands brackets, drops the part after `#`, and percent-encodes bytes
 * past ASCII in paths.
 */
function addressOptions(url: string): string[] {
  const target = targetOf(url);
  return [
    ...(/\/(\.|%2e)/i.test(target) ? ['--path-as-is'] : []),
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    ...(/[#\x80-\xff]/.test(target) ? [`--request-target ${bashWordOfBytes(target)}`] : []),
  ];
}

function methodOptions(method: string, hasBody: boolean): string[] {
  if (method === (hasBody ? 'POST' : 'GET')) return [];
  if (method !== 'HEAD') return [`-X ${bashWord(method)}`];
  // curl does not expect a HEAD with a body: it waits for the answer's body, which never comes.
  return hasBody ? ['-X HEAD', '--max-time 10'] : ['--head'];
}

function headerOptions(captured: CopiedRequest): string[] {
  const { length } = captured.body;
  const added = ['Accept', 'User-Agent'];
  if (hasBodyPart(captured)) added.push('Content-Type');
  if (length >= leastExpectBytes) added.push('Expect');
  const suppressed = added.filter((name) => !hasHeader(captured, name.toLowerCase()));
  return [
    ...portableHeaders(captured).map(([name, value]) => {
      return `-H ${bashWordOfBytes(value === '' ? `${name};` : `${name}: ${value}`)}`;
    }),
    ...suppressed.map((name) => `-H '${name}:'`),
  ];
}

/** An empty body that was announced (`Content-Length: 0`) is announced again. */
function hasBodyPart(captured: CopiedRequest): boolean {
  if (captured.body.length > 0) return true;
  if (captured.method === 'HEAD' || captured.method === 'GET') return false;
  return hasHeader(captured, 'content-length') || hasHeader(captured, 'transfer-encoding');
}

interface BodyArgument {
  argument: string;
  /** The body that a pipe brings to curl. */
  base64?: string;
}

function bodyArgument(captured: CopiedRequest, file: string | undefined): BodyArgument | undefined {
  if (!hasBodyPart(captured)) return undefined;
  if (file !== undefined) return { argument: `--data-binary ${bashWord(`@${file}`)}` };
  const { body } = captured;
  const text = body.length > mostArgumentBytes ? undefined : textOf(body);
  if (text !== undefined) return { argument: `--data-raw ${text === '' ? "''" : bashWord(text)}` };
  return { argument: '--data-binary @-', base64: base64Lines(body) };
}

/** Characters that a command must not contain: terminals act on control characters when they are pasted. */
const unseen = new RegExp(`[${unseenCharacters}]`, 'u');

/** Characters that `$'…'` escapes; a bare `!` would be taken for the history of interactive shells. */
const escaped = new RegExp(`[\\n'!\\\\${unseenCharacters}]`, 'gu');

/** The escapes of `$'…'` that are shorter than the byte. */
const shortEscapes: Record<string, string> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\\': '\\\\',
};

/**
 * The text as one word of bash, in UTF-8: bare if that is safe, else in single quotes, or in `$'…'` if it has
 * characters that cannot be pasted. The text has no NUL, which no argument can have.
 */
export function bashWord(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  if (!unseen.test(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  return `$'${text.replace(escaped, (character) => shortEscapes[character] ?? bytesOf(character))}'`;
}

function bytesOf(character: string): string {
  return [...new TextEncoder().encode(character)].map(escapedByte).join('');
}

/** The escape of `$'…'` for one byte. */
function escapedByte(byte: number): string {
  return `\\x${byte.toString(16).padStart(2, '0')}`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression looks for these characters
const escapedBytes = /[\0-\x1f'!\\\x7f-\xff]/g;

/** Text whose every character stands for one byte, as in headers, as one word of bash. */
function bashWordOfBytes(latin1: string): string {
  const text = utf8Of(latin1);
  if (text !== undefined) return bashWord(text);
  return `$'${latin1.replace(escapedBytes, (character) => shortEscapes[character] ?? escapedByte(character.charCodeAt(0)))}'`;
}

/** The text of the bytes in UTF-8; the text itself if its characters cannot stand for bytes. */
function utf8Of(latin1: string): string | undefined {
  const codes = Array.from(latin1, (character) => character.charCodeAt(0));
  if (codes.some((code) => code > 0xff)) return latin1;
  return textInUtf8(Uint8Array.from(codes));
}
