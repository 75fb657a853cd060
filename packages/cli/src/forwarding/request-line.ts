import type { CapturedRequestSummary, StreamedRequest, StreamedSummary } from '@hookwell/client';
import { textOfBytes } from '@hookwell/core/match';
import { answerWords, signatureWords } from '../captured-requests/readable-request.ts';
import type { Display } from '../command-line/command.ts';
import { byteSize, timeOfDay } from '../output/amounts.ts';
import { type Styles, stylesOf } from '../output/terminal.ts';
import { fitText, visible } from '../output/text.ts';
import type { Forwarded } from './forwarder.ts';

/** A captured request as the live stream has it, with or without its body, or as a list has it without. */
export type ShownRequest = StreamedRequest | StreamedSummary | CapturedRequestSummary;

/** The parts of a line that are looked up. */
export interface LineParts {
  /** The query as it was sent, if there is one. */
  query?: string | undefined;
  /** The sender and the event in words. */
  happening?: string | undefined;
  /** The name of its endpoint, if the requests have different ones. */
  place?: string | undefined;
}

const mostEventColumns = 40;

/** The columns that the other parts of a line take: a longer path would push them into the next line. */
const columnsAroundPath = 60;

/** Writes captured requests as lines for people: `12:00:01  #4211  Stripe invoice.paid  POST  /orders?a=1  application/json, 14 B`. */
export class RequestLines {
  readonly #styles: Styles;
  readonly #columns: number;

  constructor(display: Display) {
    this.#styles = stylesOf(display);
    this.#columns = display.columns;
  }

  /** The line of a captured request. */
  captured(request: ShownRequest, { query, happening, place }: LineParts = {}): string {
    const { faint } = this.#styles;
    const type = request.headers['content-type'];
    const size = byteSize('body' in request ? Buffer.byteLength(request.body) : request.bodySize);
    const body = faint(visible([...(type === undefined ? [] : [type]), size].join(', ')));
    return this.#line(request, happening, pathAndQuery(request, query), [
      ...(place ? [visible(place)] : []),
      ...this.#signature(request),
      ...this.#contract(request),
      ...(isWaiting(request) ? [this.#styles.warning(waits)] : this.#answer(request)),
      body,
    ]);
  }

  /** The line with the target's answer. */
  forwarded(
    request: ShownRequest,
    forwarded: Forwarded,
    { query, happening, place }: LineParts = {},
  ): string {
    const { attempts, url, status, error, milliseconds } = forwarded;
    const { good, bad, warning, faint } = this.#styles;
    const paint = status === undefined || status >= 500 ? bad : status >= 400 ? warning : good;
    const path = url === undefined ? pathAndQuery(request, query) : withoutOrigin(url);
    return this.#line(request, happening, path, [
      ...(place ? [visible(place)] : []),
      ...this.#signature(request),
      ...this.#contract(request),
      ...(forwarded.answered ? [] : this.#answer(request)),
      isAnswered(forwarded) ? paint(`→ ${status}`) : bad(`→ failed: ${error}`),
      ...(attempts === undefined ? [] : [warning(`attempt ${attempts}`)]),
      ...this.#sentBack(forwarded, isWaiting(request)),
      faint(`${Math.round(milliseconds)} ms`),
    ]);
  }

  /** Whether the sender got the target's answer, if it waited for one. */
  #sentBack({ answered, unanswered }: Forwarded, isWaiting: boolean): string[] {
    const { good, bad, warning } = this.#styles;
    if (answered) return [good('sent back')];
    if (unanswered !== undefined) return [bad(visible(`not sent back: ${unanswered}`))];
    return isWaiting ? [warning(waits)] : [];
  }

  /** The answer of the endpoint or of a listener, unless it is the usual 200 of the endpoint. */
  #answer(request: ShownRequest): string[] {
    const { answer, answeredBy } = request;
    const isUsual = answer === '200' && answeredBy === undefined;
    const words = isUsual ? undefined : answerWords(request);
    return words === undefined ? [] : [this.#styles.warning(visible(words))];
  }

  /** The verdict, if its endpoint verifies signatures. */
  #signature(request: ShownRequest): string[] {
    const { good, bad } = this.#styles;
    const paint = request.signature?.verdict === 'valid' ? good : bad;
    const words = signatureWords(request);
    return words === undefined ? [] : [paint(words)];
  }

  /** A body that differs from the contract of its endpoint. */
  #contract({ contract }: ShownRequest): string[] {
    return contract?.verdict === 'differs' ? [this.#styles.bad('differs from the contract')] : [];
  }

  #line(
    { id, method, receivedAt }: ShownRequest,
    happening = '',
    path: string,
    rest: readonly string[],
  ): string {
    const { faint, bold } = this.#styles;
    const event = fitText(visible(happening), mostEventColumns);
    const columns = this.#columns - columnsAroundPath - event.length;
    const shownPath = fitText(visible(path), Math.max(20, columns));
    const head = [faint(timeOfDay(receivedAt)), `#${id}`, ...(event === '' ? [] : [event])];
    return [...head, bold(visible(method)), shownPath, ...rest].join('  ');
  }
}

const waits = 'its sender waits for an answer';

function isWaiting(request: ShownRequest): boolean {
  return 'waiting' in request && request.waiting === true;
}

function isAnswered(forwarded: Forwarded): boolean {
  return forwarded.error === undefined && forwarded.status !== undefined;
}

function pathAndQuery({ path = '/' }: ShownRequest, query = ''): string {
  const text = textOfBytes(path);
  return query === '' ? text : `${text}?${query}`;
}

function withoutOrigin(url: string): string {
  return textOfBytes(url.slice(new URL(url).origin.length));
}
