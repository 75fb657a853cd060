import { type ArchivedRequest, isOfNoServer } from '@hookwell/client/archives';
import { counted } from '../output/amounts.ts';
import { visible } from '../output/visible.ts';
import { sendingFault } from '../sending/sendable.ts';
import type { Wanted } from './ordered-archive.ts';

/** Reasons to leave a request out, as they are told, each with the requests that it concerns. */
const reasons = [
  {
    words: 'to no server ("data:" and the like)',
    concerns: ({ url }: ArchivedRequest) => isOfNoServer(url),
    isOfEndpoints: false,
  },
  {
    words: 'to open a tunnel (CONNECT)',
    concerns: ({ method }: ArchivedRequest) => method === 'CONNECT',
    isOfEndpoints: false,
  },
  {
    words: 'of TRACE, which endpoints refuse',
    concerns: ({ method }: ArchivedRequest) => method === 'TRACE',
    isOfEndpoints: true,
  },
  {
    words:
      'of browsers that ask beforehand (CORS preflight), which endpoints answer and do not capture',
    concerns: isPreflight,
    isOfEndpoints: true,
  },
] as const;

function isPreflight({ method, headers }: ArchivedRequest): boolean {
  const has = (wanted: string) => headers.some(([name]) => name.toLowerCase() === wanted);
  return method === 'OPTIONS' && has('origin') && has('access-control-request-method');
}

/** Chooses the requests of an archive that can be sent, and counts what it leaves out and what is doubtful. */
export class WantedRequests {
  readonly #reasons: readonly (typeof reasons)[number][];
  readonly #matches: (request: ArchivedRequest) => boolean;
  readonly #left = new Map<string, number>();
  #doubtful = 0;
  #dropped = 0;
  #firstDoubt = '';

  /**
   * @param toEndpoint whether they are sent to an endpoint, which does not capture all of them
   * @param matches says which are meant at all
   */
  constructor(toEndpoint: boolean, matches: (request: ArchivedRequest) => boolean = () => true) {
    this.#reasons = reasons.filter(({ isOfEndpoints }) => toEndpoint || !isOfEndpoints);
    this.#matches = matches;
  }

  readonly wanted: Wanted = (request) => {
    const reason = this.#reasons.find(({ concerns }) => concerns(request));
    if (reason !== undefined) {
      this.#left.set(reason.words, (this.#left.get(reason.words) ?? 0) + 1);
      return false;
    }
    const { path, search } = request;
    // It would become a part of the token, or of the last name in the target's path.
    if (/^[^/]/.test(path)) throw new RangeError('its path does not begin with "/"');
    const fault = sendingFault({ ...request, path: path + search });
    if (fault !== undefined) throw new RangeError(fault);
    if (!this.#matches(request)) return false;
    this.#dropped += request.own?.droppedHeaders ?? 0;
    if (request.doubt !== undefined) {
      this.#doubtful += 1;
      this.#firstDoubt ||= `entry ${request.entry}: ${request.doubt}`;
    }
    return true;
  };

  /** The number of headers that the service dropped before it stored the requests, because their names begin with `X-`. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Tells what is left out, and what may not be as it was. */
  tell(note: (line: string) => void): void {
    for (const [words, count] of this.#left)
      note(`Left out: ${counted(count, 'request')} ${words}`);
    if (this.#doubtful > 0) {
      const which = counted(this.#doubtful, 'request');
      note(`The body of ${which} may not be what was sent; ${visible(this.#firstDoubt)}`);
    }
  }
}
