import { isLoopback } from '../service/client.ts';

export type TargetAddress =
  /** `url` has the path and query as they were captured, byte for byte, although browsers may write them in another way. */
  { kind: 'address'; url: string } | { kind: 'empty' } | { kind: 'problem'; sentence: string };

/**
 * The address to send a request to again. Without a scheme it means http on this machine or in its network, and https
 * elsewhere; a port alone means this machine. The address gets the path and query of the request: the path
 * follows the typed path, and the captured query follows the typed query.
 */
export function targetAddress(typed: string, suffix: string): TargetAddress {
  const text = typed.trim();
  if (text === '') return { kind: 'empty' };
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text) && !/^https?:\/\//i.test(text)) {
    return problem('Begin with http:// or https://.');
  }
  const base = URL.parse(withScheme(text));
  if (base === null) return problem('This is not a URL yet: http://localhost:3000/hook.');
  if (base.username !== '' || base.password !== '') {
    return problem('Browsers refuse a name and password in the URL. Leave them out.');
  }
  const [, path = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(suffix) ?? [];
  const joinedPath = path === '' ? base.pathname : base.pathname.replace(/\/$/, '') + path;
  const queries = [base.search.slice(1), query].filter((each) => each !== '');
  const joinedQuery = queries.length === 0 ? '' : `?${queries.join('&')}`;
  const url = `${base.origin}${joinedPath}${joinedQuery}`;
  if (!isAtOrBelow(new URL(url).pathname, base.pathname)) {
    return problem('The “..” of the captured path leads out of this URL. Leave the path out.');
  }
  return { kind: 'address', url };
}

/** `3000`, `:3000/hook`, `localhost:3000` and `hooks.example.org` as whole addresses. */
function withScheme(text: string): string {
  if (/^https?:\/\//i.test(text)) return text;
  if (/^:?\d{1,5}(?=[/?#]|$)/.test(text)) return `http://localhost:${text.replace(/^:/, '')}`;
  const [, host = ''] = /^([^/?#]*)/.exec(text) ?? [];
  const name = host.replace(/:\d*$/, '');
  const isNear = !name.includes('.') || /^[\d.]+$|\.(local|localhost|test|internal)$/i.test(name);
  return `${isNear ? 'http' : 'https'}://${text}`;
}

/** Whether a path is the typed one or below it. Both are as browsers send them, without `..`. */
function isAtOrBelow(path: string, typed: string): boolean {
  return path === typed || path.startsWith(`${typed.replace(/\/$/, '')}/`);
}

function problem(sentence: string): TargetAddress {
  return { kind: 'problem', sentence };
}

/** Whether browsers refuse to send there, since the page is on https and the address is on http on another machine. */
export function isMixedContent(url: string, pageProtocol: string): boolean {
  const { protocol, hostname } = new URL(url);
  return pageProtocol === 'https:' && protocol === 'http:' && !isLoopback(hostname);
}
