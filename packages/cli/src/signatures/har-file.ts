import { CommandFailure } from '../command-line/outcome.ts';
import { harBody } from './har-body.ts';
import { memberOf } from './member-of.ts';
import type { SignedRequest } from './verify-request.ts';

/** A request in an archive. */
export interface ArchivedRequest extends SignedRequest {
  /** The verdict when it arrived, as an archive of this service says. */
  arrivalVerdict?: string;
}

/**
 * The requests of an HTTP archive, in its order: HAR 1.2 as browsers, proxies and this service write it.
 * @param source the name of the file, for sentences
 * @throws {CommandFailure} if the text is no archive, or has no request: the sentence names the place
 */
export function requestsOfHar(text: string, source: string): ArchivedRequest[] {
  const archive = parsed(text, source);
  const entries = memberOf(memberOf(archive, 'log'), 'entries');
  if (!Array.isArray(entries)) throw new CommandFailure(`${source} is not an HTTP archive (HAR)`);
  if (entries.length === 0) throw new CommandFailure(`${source}: there is no request in it`);
  return entries.map((entry: unknown, index) => {
    const request = requestOf(entry);
    if (request !== undefined) return request;
    throw new CommandFailure(
      `${source}: log.entries[${index}] has no request with a method, a URL and headers`,
    );
  });
}

function parsed(text: string, source: string): unknown {
  try {
    // Some programs begin their files with a byte order mark.
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (cause) {
    throw new CommandFailure(`${source} is not an HTTP archive (HAR): it is not JSON`, { cause });
  }
}

function requestOf(entry: unknown): ArchivedRequest | undefined {
  const request = memberOf(entry, 'request');
  const [method, url] = [memberOf(request, 'method'), memberOf(request, 'url')];
  const pairs = memberOf(request, 'headers');
  if (typeof method !== 'string' || typeof url !== 'string' || !Array.isArray(pairs)) return;
  const headers = pairs.flatMap((pair: unknown) => {
    const [name, value] = [memberOf(pair, 'name'), memberOf(pair, 'value')];
    // HTTP/2 has parts of the request line among them, such as `:path`.
    const isHeader = typeof name === 'string' && typeof value === 'string' && !/^:/.test(name);
    return isHeader ? [name, value] : [];
  });
  const received = Date.parse(String(memberOf(entry, 'startedDateTime')));
  return {
    ...{ method, url, headers },
    receivedAt: Number.isNaN(received) ? undefined : received,
    ...harBody(memberOf(request, 'postData'), memberOf(request, 'bodySize')),
    ...ownFacts(memberOf(entry, '_hookwell')),
  };
}

/** The facts that archives of this service have beside the request. */
function ownFacts(own: unknown): Pick<ArchivedRequest, 'droppedHeaders' | 'arrivalVerdict'> {
  const dropped = memberOf(own, 'droppedHeaders');
  const verdict = memberOf(memberOf(own, 'signature'), 'verdict');
  return {
    ...(typeof dropped === 'number' && { droppedHeaders: dropped }),
    ...(typeof verdict === 'string' &&
      /^[a-z]{1,20}$/.test(verdict) && { arrivalVerdict: verdict }),
  };
}
