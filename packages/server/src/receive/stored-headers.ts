import { keepsXHeaders, type XHeaderChoice } from '@hookwell/core/api/settings-names';
import { headersWithSecrets, type Settings } from '@hookwell/core/rules';
import type { NewCapture } from '../capture-log/captures.ts';
import type { ProxiedAddress } from '../connections/client-address.ts';
import type { HttpRequest } from '../connections/exchange.ts';
import { type KeptHeader, keptHeadersText } from '../sent-request/head.ts';

/** The headers of a request as they are stored. */
export interface StoredHeaders {
  /** A JSON array `[name, value, …]`: case, order and repeats as sent, without X- headers. */
  text: string;
  /** The number of headers that are left out. */
  dropped: number;
}

const upperX = 'X'.charCodeAt(0);
const lowerX = 'x'.charCodeAt(0);

/** Whether a name begins with `X-` in any case. */
export function isXHeader(name: string): boolean {
  const first = name.charCodeAt(0);
  return (first === lowerX || first === upperX) && name[1] === '-';
}

function hasXHeaders(rawHeaders: readonly string[]): boolean {
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (isXHeader(rawHeaders[index] ?? '')) return true;
  return false;
}

/** Leaves out the headers whose name begins with `X-` in any case. */
export function storedHeaders(rawHeaders: readonly string[]): StoredHeaders {
  if (!hasXHeaders(rawHeaders)) return { text: JSON.stringify(rawHeaders), dropped: 0 };
  const kept: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (isXHeader(name)) continue;
    kept.push(name, rawHeaders[index + 1] ?? '');
  }
  return { text: JSON.stringify(kept), dropped: (rawHeaders.length - kept.length) / 2 };
}

/** The settings of an endpoint that has none. */
export const noSettings: Settings = { replies: [], delivery: undefined };

/**
 * The X- headers that an endpoint keeps of a request, apart from all others: those in which a secret stands are dropped, and of a
 * request that came through a trusted proxy those that such proxies add. Undefined if the endpoint keeps none.
 */
export function keptXHeaders(
  settings: Settings,
  request: HttpRequest,
  { isThroughProxy }: Pick<ProxiedAddress, 'isThroughProxy'>,
  unsaid: XHeaderChoice,
): Pick<NewCapture, 'keptHeaders' | 'droppedHeaders'> | undefined {
  if (!keepsXHeaders(settings, unsaid)) return undefined;
  const { rawHeaders } = request;
  const secret = headersWithSecrets(settings);
  const isProxied = isThroughProxy(request);
  const kept: KeptHeader[] = [];
  let [place, droppedHeaders] = [0, 0];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (!isXHeader(name)) {
      place += 1;
      continue;
    }
    const lower = name.toLowerCase();
    if (secret.has(lower) || (isProxied && isOfProxies(lower))) droppedHeaders += 1;
    else kept.push({ place, name, value: rawHeaders[at + 1] ?? '' });
  }
  return {
    ...(kept.length > 0 && { keptHeaders: keptHeadersText(kept) }),
    droppedHeaders,
  };
}

/** The headers in which proxies tell about the sender. */
function isOfProxies(lower: string): boolean {
  return lower.startsWith('x-forwarded-') || lower === 'x-real-ip';
}
