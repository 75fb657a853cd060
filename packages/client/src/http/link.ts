/**
 * The address in the Link header with `rel="next"` (RFC 8288). Only its query is of use: behind a proxy the
 * service may know itself by another name.
 */
export function nextLinkIn(headers: Headers): URL | undefined {
  for (const [, target = '', parameters = ''] of linksIn(headers.get('link') ?? '')) {
    const relations = /;\s*rel="?([^";]*)"?/i.exec(parameters)?.[1]?.toLowerCase().split(/\s+/);
    if (relations?.includes('next')) return new URL(target, 'http://localhost');
  }
  return undefined;
}

/** Each `<target>` with its parameters, up to the next comma outside of a quoted one. */
function linksIn(header: string): Iterable<RegExpExecArray> {
  return header.matchAll(/<([^>]*)>((?:[^",]|"[^"]*")*)/g);
}
