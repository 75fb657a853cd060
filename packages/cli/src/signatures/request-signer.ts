import { createHash } from 'node:crypto';
import { SigningError, type SigningFacts, sign } from '@hookwell/core/signatures/sign';
import type { Header } from '../sending/outgoing-headers.ts';
import type { OutgoingRequest } from '../sending/sender.ts';
import type { ChosenScheme } from './chosen-scheme.ts';

export interface RequestSignerOptions extends ChosenScheme {
  secret: string;
  /** The name of the event of requests that tell none. */
  event: string | undefined;
  /** Hears once, at the first request whose receiver looks for the event in a header, and there is none. */
  onNoEvent(header: string): void;
}

/** The facts about a request that are not part of it. */
export interface SigningPlace {
  /** The URL that the receiver knows itself by, with path and query. */
  url: string;
  /** The same for all attempts of a delivery; a new delivery if absent. */
  delivery?: string | undefined;
  /** The sender's name for what happened. */
  event?: string | undefined;
}

/** Signs requests as their sender would, with the time of now. */
export class RequestSigner {
  readonly #options: RequestSignerOptions;
  #hasTold = false;

  constructor(options: RequestSignerOptions) {
    this.#options = options;
  }

  /**
   * The request with the sender's signature, time, delivery id and event, which take the place of headers of these
   * names. An id and an event that the request itself has stay.
   * @throws {SigningError} if the sender could not have signed it
   */
  signed(outgoing: OutgoingRequest, { url, delivery, event }: SigningPlace): OutgoingRequest {
    const { scheme, settings, secret } = this.#options;
    const { method, headers, body } = outgoing;
    const id = headerAt(scheme.id, headers) ?? (delivery && deliveryId(delivery));
    const name = event ?? headerAt(scheme.event, headers) ?? this.#options.event;
    const facts: SigningFacts = {
      now: Date.now(),
      ...(id !== undefined && { id }),
      ...(name !== undefined && { event: name }),
    };
    if (name === undefined) this.#tellOfNoEvent();
    const made = sign(settings, secret, { method, url, headers: headers.flat(), body }, facts);
    return { ...outgoing, headers: withHeaders(headers, pairs(made)) };
  }

  /** Why no request at all can be signed, in a sentence; `undefined` if nothing is known against it. */
  fault(): string | undefined {
    const { scheme, settings, secret } = this.#options;
    // All senders can sign a form, and some nothing else.
    const headers = ['Content-Type', 'application/x-www-form-urlencoded'];
    const request = {
      method: 'POST',
      url: 'https://example.com/',
      headers,
      body: Buffer.from('a=1'),
    };
    try {
      sign(settings, secret, request, { now: Date.now() });
      return undefined;
    } catch (error) {
      // Any other error comes of using the secret as a key: its words stay unsaid.
      return error instanceof SigningError
        ? error.message
        : `The secret is not a key of ${scheme.title}.`;
    }
  }

  #tellOfNoEvent(): void {
    const { scheme, onNoEvent } = this.#options;
    if (this.#hasTold || scheme.event === undefined || !('header' in scheme.event)) return;
    this.#hasTold = true;
    onNoEvent(scheme.event.header);
  }
}

/** The value of the header that a scheme names as a place. */
function headerAt(
  place: ChosenScheme['scheme']['id'],
  headers: readonly Header[],
): string | undefined {
  if (place === undefined || !('header' in place)) return undefined;
  return headers.find(([name]) => name.toLowerCase() === place.header)?.[1];
}

/** An id in the form that most senders use: a UUID of version 8 (RFC 9562). */
function deliveryId(delivery: string): string {
  const hex = createHash('sha256').update(delivery).digest('hex');
  const variant = '89ab'[Number.parseInt(hex.slice(16, 17), 16) % 4];
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...parts, `${variant}${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}

function pairs(flat: readonly string[]): Header[] {
  return flat.flatMap((name, index): Header[] =>
    index % 2 === 0 ? [[name, flat[index + 1] ?? '']] : [],
  );
}

function withHeaders(headers: readonly Header[], more: readonly Header[]): Header[] {
  const names = new Set(more.map(([name]) => name.toLowerCase()));
  return [...headers.filter(([name]) => !names.has(name.toLowerCase())), ...more];
}
