import { shellWords } from './shell-words.ts';
import { headerRow, type TestRequest } from './test-request.ts';

export type ReadCommand =
  | { kind: 'problem'; sentence: string }
  /** `notes` are sentences on what of the command is not in the request. */
  | { kind: 'request'; request: TestRequest; notes: string[] };

/** The one-letter names of options that change the request. */
const longNames: Record<string, string> = {
  X: 'request',
  H: 'header',
  d: 'data',
  G: 'get',
  I: 'head',
  u: 'user',
  A: 'user-agent',
  e: 'referer',
  b: 'cookie',
};
const read =
  /^(request|header|data(-ascii|-raw|-binary|-urlencode)?|json|get|head|user|user-agent|referer|cookie|oauth2-bearer|url|request-target)$/;
const readFlags = /^(get|head)$/;

/** Options that say how to connect and what to do with the answer. What is sent does not change. */
const withoutMeaning =
  /^([0#46fgikLNqsSvOJR]|silent|show-error|include|verbose|insecure|location|fail|fail-with-body|compressed|globoff|path-as-is|no-buffer|no-progress-meter|progress-bar|ipv[46]|http[\d.]+|http2-prior-knowledge|tlsv[\d.]+|remote-name)$/;
/** The same with a value. */
const withoutMeaningOf =
  /^([omwxD]|output|max-time|write-out|proxy|dump-header|connect-timeout|retry|retry-delay|max-redirs|resolve|connect-to|cacert|limit-rate)$/;
/** Options with a value that a page cannot follow. */
const otherValues =
  /^([FTEKrctzCPQ]|form|form-string|upload-file|cert|key|config|range|cookie-jar|time-cond|aws-sigv4|interface|unix-socket|url-query|variable|proxy-user|proxy-header)$/;

/** Makes a test request of a pasted `curl` command, as sh, bash or cmd read it. */
export function readCurl(text: string, receiveUrl: string): ReadCommand {
  const { words, rest, hasVariables, isOpen } = shellWords(text.replace(/^\s*[$>%]\s+/, ''));
  const [program = '', ...given] = words;
  if (!/^(.*[\\/])?curl(\.exe)?$/i.test(program)) {
    return problem(
      program === ''
        ? 'Paste a command.'
        : `This is not a curl command: it begins with “${cut(program)}”.`,
    );
  }
  if (isOpen) return problem('A quote in this command has no end.');
  const { options, urls, unknown } = optionsOf(given);
  const last = (name: string) => options.findLast((option) => option.name === name)?.value;
  const [url] = urls;
  if (url === undefined) return problem('This command has no URL.');

  const notes = [
    ...unknown.map((name) => `${name} is left out: this page does not know the option.`),
    ...urls.slice(1).map((other) => `The second URL is left out: ${cut(other)}.`),
    ...(rest === '' ? [] : [`What follows the command is left out: ${cut(rest)}`]),
    ...(hasVariables ? ['Variables of the shell stay as they are written.'] : []),
  ];
  const headers: [name: string, value: string][] = [];
  const removed = new Set<string>();
  const add = (name: string, value: string | undefined) => {
    const isGiven = headers.some(([other]) => other.toLowerCase() === name.toLowerCase());
    if (value !== undefined && !isGiven && !removed.has(name.toLowerCase()))
      headers.push([name, value]);
  };
  for (const { value } of options.filter(({ name }) => name === 'header')) {
    const [, name = '', mark = '', content = ''] = /^([^:;]*)([:;]?)\s*(.*)$/s.exec(value) ?? [];
    if (value.startsWith('@')) notes.push(unread('headers', value));
    else if (mark === ':' && content === '') removed.add(name.trim().toLowerCase());
    else if (mark !== '') headers.push([name.trim(), content]);
    else notes.push(`This is not a header: ${cut(value)}.`);
  }
  const cookie = last('cookie');
  const bearer = last('oauth2-bearer');
  if (cookie !== undefined && !cookie.includes('=')) notes.push(unread('cookies', `@${cookie}`));
  else add('Cookie', cookie);
  add('User-Agent', last('user-agent'));
  add('Referer', last('referer')?.replace(/;auto$/, ''));
  add('Authorization', bearer && `Bearer ${bearer}`);
  add('Authorization', basic(last('user') ?? /^[a-z]+:\/\/([^/?#]*)@/i.exec(url)?.[1]));

  const data = options.filter(({ name }) => /^(data|json)/.test(name));
  const isJson = data.some(({ name }) => name === 'json');
  const body = data.reduce((joined, { name, value }) => {
    const mark = joined === '' || name === 'json' ? '' : '&';
    return joined + mark + contentOf(name, value, notes);
  }, '');
  const isInQuery = last('get') !== undefined;
  if (data.length > 0 && !isInQuery) {
    add('Content-Type', isJson ? 'application/json' : 'application/x-www-form-urlencoded');
    if (isJson) add('Accept', 'application/json');
  }
  const usual =
    last('head') === undefined ? (data.length > 0 && !isInQuery ? 'POST' : 'GET') : 'HEAD';
  const suffix = suffixOf(last('request-target') ?? url, receiveUrl);
  const mark = suffix.includes('?') ? '&' : '?';
  return {
    kind: 'request',
    request: {
      method: last('request') ?? usual,
      suffix: isInQuery && body !== '' ? suffix + mark + body : suffix,
      headers: headers.map(([name, value]) => headerRow(name, value)),
      body: isInQuery ? '' : body,
    },
    notes,
  };
}

/** Reads options as curl does: one-letter names may stand together, and before their value. */
function optionsOf(given: readonly string[]) {
  const options: { name: string; value: string }[] = [];
  const urls: string[] = [];
  const unknown: string[] = [];
  const left = [...given];
  const take = (name: string, written: string, value: () => string) => {
    const long = longNames[name] ?? name;
    if (long === 'url') urls.push(value());
    else if (read.test(long))
      options.push({ name: long, value: readFlags.test(long) ? '' : value() });
    else if (withoutMeaningOf.test(name)) value();
    else if (!withoutMeaning.test(name))
      unknown.push(otherValues.test(name) ? `${written} ${cut(value())}` : written);
  };
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word.startsWith('--')) take(word.slice(2), word, () => left.shift() ?? '');
    else if (/^-./s.test(word)) {
      let letters = word.slice(1);
      while (letters !== '') {
        const [letter = ''] = letters;
        letters = letters.slice(letter.length);
        take(letter, `-${letter}`, () => {
          const value = letters === '' ? (left.shift() ?? '') : letters;
          letters = '';
          return value;
        });
      }
    } else urls.push(word);
  }
  return { options, urls, unknown };
}

function contentOf(option: string, value: string, notes: string[]): string {
  const isEncoded = option === 'data-urlencode';
  const [, name = '', mark = '', text = ''] =
    (isEncoded ? /^([^=@]*)([=@])(.*)$/s : /^()(@)(.*)$/s).exec(value) ?? [];
  if (mark === '@' && option !== 'data-raw') {
    notes.push(unread('body', `@${text}`));
    return '';
  }
  if (!isEncoded) return value;
  const encoded = encodeURIComponent(mark === '' ? value : text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return name === '' ? encoded : `${name}=${encoded}`;
}

function unread(what: string, file: string): string {
  return `The ${what} of the command ${what === 'body' ? 'is' : 'are'} in ${file === '@-' ? 'its input' : `the file ${cut(file.slice(1))}`}, which a page cannot read.`;
}

function basic(user: string | undefined): string | undefined {
  if (user === undefined) return undefined;
  const bytes = new TextEncoder().encode(user.includes(':') ? user : `${user}:`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}

/** The path and query behind the receive URL of the command, or all of them if it is for another service. */
function suffixOf(url: string, receiveUrl: string): string {
  const [address = ''] = url.split('#', 1);
  if (address.startsWith(receiveUrl)) return address.slice(receiveUrl.length);
  const target = address.startsWith('/')
    ? address
    : address.replace(/^([a-z][a-z\d+.-]*:\/\/)?[^/?]*/i, '');
  return target.replace(/^\/wh\/[^/?]*/, '').replace(/^\/$/, '');
}

function cut(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

function problem(sentence: string): ReadCommand {
  return { kind: 'problem', sentence };
}
