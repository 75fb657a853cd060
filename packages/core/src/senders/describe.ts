import { eventText, type FoundEvent, firstEvent, genericEvent, isInHead } from './events.ts';
import type { Marks } from './parts/parts.ts';
import { senderByBody, senderByHead } from './recognition.ts';
import {
  type DescribedHead,
  type ReceivedRequest,
  type RequestDescription,
  RequestFacts,
} from './request-facts.ts';
import { carriers, senders } from './tables/marks.ts';

export {
  type BodyStart,
  type DescribedHead,
  mostCharacters,
  type ReceivedRequest,
  type RequestDescription,
} from './request-facts.ts';

/**
 * The sender of a captured request, and the event that it tells, as far as the request says them. Any request may claim
 * any sender. It takes time linear in the part of the body that is looked at, and never throws.
 */
export function describe(request: ReceivedRequest): RequestDescription {
  const facts = new RequestFacts(request);
  const head = headOf(request, facts);
  const sender = head.sender ?? senderByAll(facts);
  const found = head.event ?? eventInBody(facts, sender);
  const further = found && facts.isWhole ? found.listLength - 1 : 0;
  return {
    ...(sender && { sender: sender.name }),
    ...(found && { event: found.event }),
    ...(further > 0 && { further }),
  };
}

/** The event alone: the stored one, else the one that `describe` gives. */
export function eventOf(request: ReceivedRequest): string | undefined {
  const facts = new RequestFacts(request);
  const { sender, event } = headOf(request, facts);
  return (event ?? eventInBody(facts, sender ?? senderByAll(facts)))?.event;
}

/** Whether `eventOf` can depend on the body. If not, it gives the same without one. */
export function eventNeedsBody(request: DescribedHead): boolean {
  const facts = new RequestFacts(request);
  return needsBody(facts, headOf(request, facts));
}

/** Whether `describe` can depend on the body. If not, it gives the same without one. */
export function descriptionNeedsBody(request: DescribedHead): boolean {
  const facts = new RequestFacts(request);
  const head = headOf(request, facts);
  return facts.bodyCanTell && (head.sender === undefined || needsBody(facts, head));
}

/** The part of a description that the body cannot change. */
interface Head {
  /** A sender that is no carrier. */
  sender?: Marks | undefined;
  event?: FoundEvent | undefined;
}

function headOf(request: DescribedHead, facts: RequestFacts): Head {
  const sender = senderByHead(facts, senders);
  const stored = eventText(request.storedEvent);
  if (stored !== undefined) return { sender, event: { event: stored, listLength: 1 } };
  const { events = 'generic' } = sender ?? senderByHead(facts, carriers) ?? {};
  // Places come in their order, so those in the body are not passed over.
  const first = events === 'generic' ? undefined : events[0];
  return { sender, event: first && isInHead(first) ? firstEvent(facts, [first]) : undefined };
}

function needsBody(facts: RequestFacts, { sender, event }: Head): boolean {
  if (event !== undefined || !facts.bodyCanTell) return false;
  if (sender === undefined || sender.events === 'generic') return true;
  return sender.events.some((place) => !isInHead(place));
}

/** The sender of a request whose head names none but a carrier. */
function senderByAll(facts: RequestFacts): Marks | undefined {
  return (
    senderByBody(facts, senders) ?? senderByHead(facts, carriers) ?? senderByBody(facts, carriers)
  );
}

function eventInBody(facts: RequestFacts, sender: Marks | undefined): FoundEvent | undefined {
  const { events = 'generic' } = sender ?? {};
  return events === 'generic' ? genericEvent(facts) : firstEvent(facts, events);
}
