import type {
  CapturedRequest,
  CapturedRequestSummary,
  ExactRequest,
  HookwellClient,
  StreamedRequest,
} from '@hookwell/client';
import { strictContentType } from '@hookwell/core/http/content-type';
import type { BodyStart, RequestDescription } from '@hookwell/core/senders';

/** A captured request with the parts of it that may tell its sender and its event. */
export type ToldRequest = CapturedRequest | CapturedRequestSummary | StreamedRequest | ExactRequest;

/** The part of a list that bodies are read in. */
export interface ReadIn {
  endpoint?: string | undefined;
  match?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** The sender and the event of a captured request, as far as its head and its text at hand tell them. */
export async function happeningOf(request: ToldRequest): Promise<RequestDescription> {
  // Loaded here, so that commands without requests do without the table of senders.
  const { describe } = await import('@hookwell/core/senders');
  const body = textOf(request);
  return withStoredEvent(describe({ ...headOf(request), ...(body && { body }) }), request);
}

/** The event that is stored with a request counts, exactly as its sender wrote it. */
function withStoredEvent(found: RequestDescription, { event }: ToldRequest): RequestDescription {
  if (event === undefined) return found;
  return { ...(found.sender !== undefined && { sender: found.sender }), event };
}

/** In words: `GitHub pull_request.opened`, `SendGrid processed +3`; empty if nothing is known. */
export function happeningWords({ sender, event, further }: RequestDescription): string {
  const more = further === undefined ? undefined : `+${further}`;
  return [sender, event, more].filter((word) => word !== undefined).join(' ');
}

/**
 * The same of a page of summaries, newest first, by id. The small bodies that are needed for it are read in one call;
 * of large and compressed ones only the head tells.
 * @throws {HookwellError} if the service does not answer
 */
export async function happeningsOf(
  client: HookwellClient,
  page: readonly CapturedRequestSummary[],
  readIn: ReadIn,
): Promise<ReadonlyMap<number, RequestDescription>> {
  const { describe, descriptionNeedsBody } = await import('@hookwell/core/senders');
  const found = new Map(
    page.map((request) => [request.id, withStoredEvent(describe(headOf(request)), request)]),
  );
  const isTold = ({ sender, event }: RequestDescription = {}, stored: string | undefined) =>
    sender !== undefined && event !== undefined && stored !== undefined;
  const open = page.filter(
    (one) =>
      isSmall(one) && !isTold(found.get(one.id), one.event) && descriptionNeedsBody(headOf(one)),
  );
  for await (const request of withSmallBodies(client, open, readIn)) {
    found.set(request.id, await happeningOf(request));
  }
  return found;
}

/**
 * Requests with their bodies, for summaries of them with small bodies, newest first, in as few calls as can be. Others that
 * match may be among them. A match of the greatest length, or with the most terms, has no room for more: none are read then.
 */
export async function* withSmallBodies(
  { requests }: Pick<HookwellClient, 'requests'>,
  summaries: readonly CapturedRequestSummary[],
  { endpoint, match = '', signal }: ReadIn,
): AsyncGenerator<CapturedRequest, void> {
  const { readMatch } = await import('@hookwell/core/match');
  const wanted = `${smallBodies} ${match}`.trim();
  if (readMatch(wanted).errors.length > 0) return;
  for (let left = summaries; left.length > 0; ) {
    const [newest, oldest] = [left[0]?.id ?? 0, left.at(-1)?.id ?? 0];
    const range = { before: newest + 1, after: oldest - 1, limit: mostInACall };
    const { items, next } = await requests.page({ endpoint, ...range, match: wanted, signal });
    yield* items;
    const { before } = next ?? {};
    left = before === undefined ? [] : left.filter(({ id }) => id < before);
  }
}

/** Of small bodies: together they take some MiB at most. */
const mostInACall = 100;
const largestReadBytes = 64 * 1024;
const smallBodies = `size<=${largestReadBytes} -has:header.content-encoding`;

/** Whether the body is read for a line that does without the rest of it. Compressed ones may be of any size. */
export function isSmall({ bodySize, headers }: CapturedRequestSummary): boolean {
  return (
    bodySize > 0 && bodySize <= largestReadBytes && !Object.hasOwn(headers, 'content-encoding')
  );
}

function textOf(request: ToldRequest): BodyStart | undefined {
  if (!('body' in request)) return undefined;
  const { body } = request;
  if (typeof body === 'string') return { text: body, isWhole: true };
  if ('raw' in body) return { text: body.raw, isWhole: true };
  const text = 'decodedText' in request ? request.decodedText : undefined;
  const sent = 'text' in request ? request.text : undefined;
  const shown = text ?? sent;
  return shown === undefined ? undefined : { text: shown, isWhole: true };
}

function headOf(request: ToldRequest) {
  const headers = Array.isArray(request.headers)
    ? request.headers
    : Object.entries(request.headers);
  const find = (wanted: string) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
  const pairs = 'query' in request ? request.query : Object.entries(request.queryParams);
  const { mediaType } = strictContentType(find('content-type'));
  return {
    headers,
    mediaType,
    ...(pairs.length > 0 && { query: new URLSearchParams(pairs).toString() }),
  };
}
