import { percentEncodedBytes, unseenCharacters } from '../text/characters.ts';
import {
  base64Of,
  type CopiedRequest,
  hasHeader,
  portableHeaders,
  targetOf,
  textOf,
} from './copied-request.ts';
import { quoted } from './fetch.ts';

/** Headers that `urllib3`, below `requests`, adds unless it is told not to. */
const added = ['Accept-Encoding', 'User-Agent'];

/**
 * A program for Python with `requests` that sends the request again, with the headers in their order and the exact bytes of the body.
 * Comments name the differences: `requests` normalises addresses and methods, and joins repeated headers.
 */
export function asPython(captured: CopiedRequest, options: { url?: string } = {}): string {
  const url = percentEncodedBytes(options.url ?? captured.url);
  const { body, method } = captured;
  const headers = joinedHeaders(captured);
  const repeated = headers.filter(({ isRepeated }) => isRepeated);
  const skipped = added.filter((name) => !hasHeader(captured, name.toLowerCase()));
  const text = textOf(body);
  const lines = [
    ...(body.length > 0 && text === undefined ? ['import base64', ''] : []),
    'import requests',
    ...(skipped.length > 0 ? ['from urllib3.util import SKIP_HEADER'] : []),
    '',
    ...(isSentAsItIs(url) ? [] : ['# requests writes this address in another way when it sends.']),
    ...(method === method.toUpperCase()
      ? []
      : [`# requests sends the method as ${method.toUpperCase()}.`]),
    ...repeated.map(
      ({ name }) =>
        `# requests sends ${pythonString(name)} once, with its values joined by commas.`,
    ),
    'session = requests.Session()',
    '# Without this, requests adds headers of its own.',
    'session.headers.clear()',
    'response = session.request(',
    `    ${pythonString(method)},`,
    `    ${pythonString(url)},`,
    '    headers={',
    ...headers.map(({ name, value }) => `        ${pythonString(name)}: ${pythonString(value)},`),
    ...skipped.map((name) => `        ${pythonString(name)}: SKIP_HEADER,`),
    '    },',
    ...(body.length === 0
      ? []
      : [
          `    data=${text === undefined ? `base64.b64decode('${base64Of(body)}')` : `${pythonString(text)}.encode()`},`,
        ]),
    '    allow_redirects=False,',
    ')',
    'print(response.status_code, response.text)',
  ];
  return lines.join('\n');
}

/** A dictionary holds one value of each name, which has no case there. */
function joinedHeaders(captured: CopiedRequest) {
  const byName = new Map<string, { name: string; value: string; isRepeated: boolean }>();
  for (const [name, value] of portableHeaders(captured)) {
    const key = name.toLowerCase();
    const first = byName.get(key);
    const joined = first && { ...first, value: `${first.value}, ${value}`, isRepeated: true };
    byName.set(key, joined ?? { name, value, isRepeated: false });
  }
  return [...byName.values()];
}

/** Whether neither `requests` nor `urllib3` encodes, decodes, resolves or drops anything in the path and query. */
function isSentAsItIs(url: string): boolean {
  const target = targetOf(url);
  return !(
    /[^\w.~!$&'()*+,;=:@/?%-]/.test(target) ||
    /\/\.{1,2}(?=[/?]|$)|\?$/.test(target) ||
    /%(?![\dA-F]{2}|$)|%$|%(2[DE]|3\d|4[1-9A-F]|5[\dAF]|6[1-9A-F]|7[\dAE])/.test(target)
  );
}

const escaped = new RegExp(`[\\n'\\\\${unseenCharacters}]`, 'gu');

/** The text as a string literal of Python, in single quotes and on one line. */
function pythonString(text: string): string {
  return quoted(text, escaped, escapeOf);
}

function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code < 0x100) return `\\x${hex.padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}
