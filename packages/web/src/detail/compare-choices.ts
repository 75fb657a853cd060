import type { CapturedRequestSummary } from '@hookwell/client';
import type { RequestLabel } from '../labels/request-labels.tsx';
import { addressWords, senderWords } from '../request/request-parts.ts';

/** The captured requests that a request can be compared with. */
export interface OfferedRequests {
  /** Those that the list shows, newest first. */
  items: readonly CapturedRequestSummary[];
  isComplete: boolean;
  /** The filter that they match, as typed. */
  filter: string;
  onMore: () => void;
}

/** More rows than these help nobody to choose. */
const mostOfGroup = 60;

/**
 * The requests to choose from: first those of the same event, or of the same path where no event is known. The most
 * alike come first, and of these the nearest, so that the first choice is the previous request of its kind.
 * `hiddenCount` further ones are left out.
 * @param typed a part of the method, path, query, sender, event or id
 * @param labelOf tells the sender and the event of a request, as far as they are known
 */
export function compareChoices(
  current: CapturedRequestSummary,
  requests: readonly CapturedRequestSummary[],
  typed: string,
  labelOf: LabelOf = () => ({}),
) {
  const wanted = typed.trim().toLowerCase();
  const found = requests.filter(
    (request) =>
      request.id !== current.id && searchedText(request, labelOf(request)).includes(wanted),
  );
  const event = eventIn(labelOf(current));
  const likeness = (request: CapturedRequestSummary) => likenessOf(request, current, labelOf);
  const ranked = found
    .map((request) => ({ request, likeness: likeness(request) }))
    .sort((a, b) => b.likeness - a.likeness || distance(a.request) - distance(b.request));
  function distance({ id }: CapturedRequestSummary): number {
    return Math.abs(id - current.id);
  }
  const group = (isSame: boolean, isEarlier: boolean) =>
    ranked
      .filter(({ likeness: of }) => of >= (event === undefined ? samePath : sameEvent) === isSame)
      .map(({ request }) => request)
      .filter(({ id }) => id < current.id === isEarlier);
  const [same, others] =
    event === undefined ? ['Same path', 'Other paths'] : ['Same event', 'Other events'];
  const groups = [
    { label: `${same}, earlier`, items: group(true, true) },
    { label: `${same}, later`, items: group(true, false) },
    { label: `${others}, earlier`, items: group(false, true) },
    { label: `${others}, later`, items: group(false, false) },
  ]
    .filter(({ items }) => items.length > 0)
    .map(({ label, items }) => ({ label, items: items.slice(0, mostOfGroup) }));
  const shownCount = groups.reduce((sum, { items }) => sum + items.length, 0);
  return { groups, hiddenCount: found.length - shownCount };
}

type LabelOf = (request: CapturedRequestSummary) => RequestLabel;

/** The weights of things that two requests have in common, the weightiest first: one outweighs all after it. */
const sameEvent = 8;
const samePath = 4;
const sameSender = 2;
const sameMethod = 1;

/** The sum of what they have in common. Requests of other endpoints share nothing but words. */
function likenessOf(
  one: CapturedRequestSummary,
  other: CapturedRequestSummary,
  labelOf: LabelOf,
): number {
  if (one.endpointId !== other.endpointId) return 0;
  const [label, otherLabel] = [labelOf(one), labelOf(other)];
  const event = eventIn(label);
  const isSameSender = label.sender !== undefined && label.sender === otherLabel.sender;
  return (
    (event !== undefined && event === eventIn(otherLabel) ? sameEvent : 0) +
    ((one.path ?? '') === (other.path ?? '') ? samePath : 0) +
    (isSameSender ? sameSender : 0) +
    (one.method === other.method ? sameMethod : 0)
  );
}

function eventIn({ event, detail = '' }: RequestLabel): string | undefined {
  return event === undefined ? undefined : event + detail;
}

function searchedText(request: CapturedRequestSummary, label: RequestLabel): string {
  const { path, query } = addressWords(request);
  const { method, id } = request;
  const labelWords = `${label.sender ?? ''} ${eventIn(label) ?? ''}`;
  return `${method} ${path}${query} ${senderWords(request)} ${labelWords} #${id}`.toLowerCase();
}

/** The id in a text such as `#12` or `12`, if it is of another request. */
export function idIn(typed: string, currentId: number): number | undefined {
  const id = Number(/^\s*#?([1-9]\d{0,14})\s*$/.exec(typed)?.[1]);
  return Number.isNaN(id) || id === currentId ? undefined : id;
}

/** The order of two requests in the address of their comparison: A is the earlier one. */
export function compareAddress(one: number, other: number) {
  const params = { a: String(Math.min(one, other)), b: String(Math.max(one, other)) };
  return { to: '/compare/$a/$b', params } as const;
}
