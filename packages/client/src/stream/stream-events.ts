import { HookwellError } from '../http/error.ts';

/**
 * Takes a `text/event-stream` apart (HTML standard, section 9.2.6), which may be cut into pieces anywhere. Only
 * the data of events is used: comments and other fields are skipped, and so is an event whose closing blank
 * line never came.
 */
class EventParser {
  readonly #decoder = new TextDecoder();
  /** The beginning of a line whose end has not come yet. */
  #line = '';
  /** The last piece ended with a carriage return: a line feed at the next one's start belongs to it. */
  #endsInReturn = false;
  /** The `data` lines of the event under way. */
  #data: string[] = [];

  /** Gives the data of each event that this piece completes: its lines, joined by line feeds. */
  push(piece: Uint8Array): string[] {
    const text = this.#decoder.decode(piece, { stream: true });
    if (text === '') return [];
    const completed: string[] = [];
    let start = this.#endsInReturn && text.startsWith('\n') ? 1 : 0;
    const lineEnd = /\r\n?|\n/g;
    lineEnd.lastIndex = start;
    for (let end = lineEnd.exec(text); end !== null; end = lineEnd.exec(text)) {
      const data = this.#take(this.#line + text.slice(start, end.index));
      if (data !== undefined) completed.push(data);
      this.#line = '';
      start = lineEnd.lastIndex;
    }
    this.#line += text.slice(start);
    this.#endsInReturn = text.endsWith('\r');
    return completed;
  }

  /** One whole line; the blank one gives the data of its event. */
  #take(line: string): string | undefined {
    if (line === '') {
      const data = this.#data.length === 0 ? undefined : this.#data.join('\n');
      this.#data = [];
      return data;
    }
    const [, value] = /^data(?:: ?|$)(.*)/s.exec(line) ?? [];
    if (value !== undefined) this.#data.push(value);
    return undefined;
  }
}

/** The data of each event in the pieces. The next piece is read when all events before it were taken. */
export async function* eventsIn(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const parser = new EventParser();
  for await (const piece of pieces) yield* parser.push(piece);
}

/** The content of an event. Heartbeats, and kinds of events that this client does not know, have neither field. */
interface StreamEvent<Item> {
  SSEWebhookRequest?: Item;
  SSEChange?: object;
}

/**
 * Reads an event's data.
 * @throws {HookwellError} if the data cannot come from the service
 */
export function eventIn<Item extends { id: number }>(data: string): StreamEvent<Item> {
  const event = parse(data);
  if (typeof event !== 'object' || event === null) throw malformed();
  if ('SSEWebhookRequest' in event) {
    const request = event.SSEWebhookRequest;
    if (typeof request !== 'object' || request === null) throw malformed();
    if (!('id' in request && Number.isSafeInteger(request.id))) throw malformed();
  }
  // The contract gives the other fields, in the view of the query: they are not checked again.
  return event as StreamEvent<Item>;
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch (cause) {
    throw malformed(cause);
  }
}

function malformed(cause?: unknown): HookwellError {
  return new HookwellError('The stream sent something that is no event', { status: 200, cause });
}
