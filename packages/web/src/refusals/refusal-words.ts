import type { RefusedRequests } from '@hookwell/client';

interface RefusalWords {
  /** What happened, as a sentence without its full stop. */
  happened: string;
  /** What to do about it, in whole sentences. */
  next: string;
}

type Reason = RefusedRequests['reason'];

const words: Readonly<Record<Reason, RefusalWords>> = {
  malformed: {
    happened: 'The request was not valid HTTP',
    next: 'The sender has to write it differently, or a proxy in between that changes it. Requests that a program puts together by itself, without an HTTP library, have such faults most often.',
  },
  headers_too_large: {
    happened: 'The headers were too large',
    next: 'Let the sender send fewer or shorter ones. Long cookies and tokens are the usual cause.',
  },
  body_too_large: {
    happened: 'The body was larger than this service takes',
    next: 'Let the sender send less at a time. The operator of the service can take more with HOOKWELL_MAX_BODY_BYTES.',
  },
  timed_out: {
    happened: 'The request did not arrive in time',
    next: 'The sender was silent or slow in the middle of its request. Look at its connection, and at whether it announces a longer body than it sends.',
  },
  aborted: {
    happened: 'The sender hung up before its request was whole',
    next: 'It got no answer. Look at the time limit of the sender, and at proxies in between.',
  },
  rate_limited: {
    happened: 'Too many requests came',
    next: 'They came faster than one endpoint may take them, or far beyond the space of the plan. Most senders try again by themselves; others have to send more slowly.',
  },
  overloaded: {
    happened: 'The service had no room at that moment',
    next: 'Too many large or slow requests arrived at once. Most senders try again by themselves, and get in then.',
  },
  store_full: {
    happened: 'The store of the service was full',
    next: 'Nothing gets in until there is room: the operator of the service can make some, or allow more with HOOKWELL_MAX_STORE_BYTES.',
  },
  guest_space_full: {
    happened: 'The space that guests share was full',
    next: 'Register or log in, and this endpoint moves to an account with space of its own. Deleting requests makes room too.',
  },
  store_unavailable: {
    happened: 'The database did not take the request',
    next: 'Most senders try again by themselves, and get in once it is back. The operator finds the cause in the log of the service.',
  },
};

/** Says why requests were not stored. A fault of HTTP is named as exactly as the service knows it. */
export function refusalWords({
  reason,
  detail,
}: Pick<RefusedRequests, 'reason' | 'detail'>): RefusalWords {
  const known: RefusalWords | undefined = words[reason];
  // A newer service may know further reasons.
  const { happened, next } = known ?? { happened: reason.replaceAll('_', ' '), next: '' };
  return { happened: detail === undefined ? happened : `${happened}: ${detail}`, next };
}

/** `answered 413`, or that there was no answer. */
export function refusalAnswer({ status }: Pick<RefusedRequests, 'status'>): string {
  return status === undefined ? 'got no answer' : `answered ${status}`;
}

/** The part of a path behind the receive URL, which is the same in all rows: `/orders`. */
export function pathBelow(path: string, token: string): string {
  const receiver = `/wh/${token}`;
  if (path === receiver) return '/';
  return path.startsWith(`${receiver}/`) ? path.slice(receiver.length) : path;
}
