import type { EndpointSettings } from '@hookwell/client';
import type { HandshakeName } from '@hookwell/core/rules';
import { type HeaderRow, headerRow, isBlank, nextKey } from '../../sending/test-request.ts';
import { type DraftVerify, draftVerify, verifySettings } from './draft-verify.ts';

export type ReplySettings = NonNullable<EndpointSettings['replies']>[number];
/** A reply that is no handshake. */
type WrittenReply = Exclude<ReplySettings, { handshake: unknown }>;

/** A step of a plan that the user edits. */
export interface DraftStep {
  /** Tells steps apart while they are edited. */
  key: number;
  text: string;
}

/** A reply that the user edits: every part is a text, finished or not. */
export interface DraftReply {
  key: number;
  /** It answers the handshakes of this sender, and has no other part. */
  handshake: HandshakeName | undefined;
  /** Empty: it is for every request. */
  when: string;
  status: string;
  /** Empty: one answer for all attempts. */
  steps: readonly DraftStep[];
  delay: string;
  /** The Content-Type, which has a field of its own. */
  mediaType: string;
  headers: readonly HeaderRow[];
  body: string;
  /** Whether the body is written in Base64. */
  isBase64: boolean;
}

/** The settings of an endpoint that the user edits. */
export interface Draft {
  replies: readonly DraftReply[];
  /** Empty: deliveries are told apart as without settings. */
  delivery: string;
  /** `undefined`: signatures are not verified. */
  verify: DraftVerify | undefined;
  /** What is done with headers whose names begin with X-. `undefined`: nothing is said about it. */
  xHeaders: EndpointSettings['xHeaders'];
}

export function draftStep(text = ''): DraftStep {
  return { key: nextKey(), text };
}

export function draftReply(reply: ReplySettings = {}): DraftReply {
  return 'handshake' in reply
    ? { ...draftWrittenReply({}), handshake: reply.handshake }
    : draftWrittenReply(reply);
}

function draftWrittenReply(reply: WrittenReply): DraftReply {
  const headers = Object.entries(reply.headers ?? {});
  const mediaType = headers.find(isMediaType);
  return {
    key: nextKey(),
    handshake: undefined,
    when: reply.when ?? '',
    status: reply.status === undefined ? '' : String(reply.status),
    steps: (reply.plan ?? []).map(draftStep),
    delay: reply.delay ?? '',
    mediaType: mediaType?.[1] ?? '',
    headers: headers
      .filter((header) => header !== mediaType)
      .map(([name, value]) => headerRow(name, value)),
    body: reply.bodyBase64 ?? reply.body ?? '',
    isBase64: reply.bodyBase64 !== undefined,
  };
}

/** An empty media type stays a header like all others, since its field would not show it. */
function isMediaType([name, value]: [name: string, value: string]): boolean {
  return name.toLowerCase() === 'content-type' && value !== '';
}

export function draftOf({
  replies = [],
  delivery = '',
  verify,
  xHeaders,
}: EndpointSettings): Draft {
  return {
    replies: replies.map(draftReply),
    delivery,
    verify: verify && draftVerify(verify),
    xHeaders,
  };
}

/** The settings as they are sent. Empty fields are left out; of headers with the same name the last one counts. */
export function settingsOf({ replies, delivery, verify, xHeaders }: Draft): EndpointSettings {
  return {
    ...(replies.length > 0 && { replies: replies.map(replyOf) }),
    ...(verify && { verify: verifySettings(verify) }),
    ...(delivery !== '' && { delivery }),
    ...(xHeaders !== undefined && { xHeaders }),
  };
}

function replyOf(draft: DraftReply): ReplySettings {
  const { handshake, when, status, steps, delay, body, isBase64 } = draft;
  if (handshake !== undefined) return { handshake };
  const headers = headersOf(draft);
  return {
    ...(when.trim() !== '' && { when }),
    ...(status !== '' && { status: Number(status) }),
    ...(steps.length > 0 && { plan: steps.map(({ text }) => text) }),
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
    ...(body !== '' && (isBase64 ? { bodyBase64: body } : { body })),
    ...(delay !== '' && { delay }),
  };
}

function headersOf({ mediaType, headers }: DraftReply): [name: string, value: string][] {
  const written = headers
    .filter((row) => !isBlank(row))
    .map(({ name, value }): [string, string] => [name.trim(), value]);
  return mediaType === '' ? written : [['content-type', mediaType], ...written];
}

/** Whether a reply is for every request, so that none behind it ever answers. */
function isForAll({ when, handshake }: Pick<DraftReply, 'when' | 'handshake'>): boolean {
  return handshake === undefined && when.trim() === '';
}

/** The index of the reply that takes every request before this one; `undefined` if none does. */
export function takenBy(replies: readonly DraftReply[], index: number): number | undefined {
  const found = replies.findIndex(isForAll);
  return found >= 0 && found < index ? found : undefined;
}

/** Adds a reply: at the end, but one with a condition before those that are for every request. */
export function withReply(draft: Draft, reply: DraftReply): Draft {
  const first = draft.replies.findIndex(isForAll);
  const at = isForAll(reply) || first < 0 ? draft.replies.length : first;
  return { ...draft, replies: draft.replies.toSpliced(at, 0, reply) };
}

export function withoutReply(draft: Draft, key: number): Draft {
  return { ...draft, replies: draft.replies.filter((reply) => reply.key !== key) };
}

export function withChangedReply(draft: Draft, changed: DraftReply): Draft {
  const replies = draft.replies.map((reply) => (reply.key === changed.key ? changed : reply));
  return { ...draft, replies };
}

/** Moves a reply one place up or down; at the edge it stays. */
export function withMovedReply(draft: Draft, key: number, by: -1 | 1): Draft {
  const from = draft.replies.findIndex((reply) => reply.key === key);
  const moved = draft.replies[from];
  const to = from + by;
  if (moved === undefined || to < 0 || to >= draft.replies.length) return draft;
  return { ...draft, replies: draft.replies.toSpliced(from, 1).toSpliced(to, 0, moved) };
}

/** A reply to begin with. */
interface Example {
  name: string;
  /** One line about its use. */
  line: string;
  reply: ReplySettings;
}

export const examples: readonly Example[] = [
  {
    name: 'Echo',
    line: 'Sends back a value of the body, for senders that check the URL with a challenge.',
    reply: {
      when: 'json.type=url_verification',
      headers: { 'content-type': 'text/plain' },
      body: '{{json.challenge}}',
    },
  },
  {
    name: 'Unauthorised',
    line: 'Refuses requests without an Authorization header with 401.',
    reply: {
      when: '-has:header.authorization',
      status: 401,
      headers: { 'content-type': 'application/json' },
      body: '{"error": "no credential"}',
    },
  },
  {
    name: 'Flaky receiver',
    line: 'Fails in a different way at each attempt and accepts the fourth: does the sender retry?',
    reply: { plan: ['500', 'timeout 10s', '429 retry-after=60', '200'] },
  },
  {
    name: 'Slow reply',
    line: 'Answers 200 after ten seconds: how long does the sender wait?',
    reply: { status: 200, delay: '10s' },
  },
  {
    name: 'Redirect',
    line: 'Points to another URL with 307: does the sender follow?',
    reply: { status: 307, headers: { location: 'https://example.com/' } },
  },
];
