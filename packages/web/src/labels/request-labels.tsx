import type { CapturedRequestSummary } from '@hookwell/client';
import type { BodyStart, RequestDescription } from '@hookwell/core/senders';
import { Subscribers } from '../live/listeners.ts';
import { ShownText } from '../request/shown-text.tsx';
import { formatCount } from '../ui/format.ts';

/** The sender and the event of a captured request, as far as they are known. */
export interface RequestLabel extends RequestDescription {
  /** The part of the event that the body adds to the stored one: `.opened` to `pull_request`. */
  detail?: string;
  /** The first characters of its body, where no sender is known and the body is a text. */
  bodyStart?: string;
}

/** The functions that need the table of senders. */
type Describing = typeof import('./describing.ts');

interface KnownLabel {
  label: RequestLabel;
  /** Whether the body may tell more, and was not looked at. */
  isOpen: boolean;
}

/** Further ones drop the oldest. A label has some hundred characters at most. */
const mostKept = 10_000;

const nothing: RequestLabel = {};

/** The labels of captured requests: from their heads at once, from their bodies as these are read. */
export class RequestLabels {
  readonly #load: () => Promise<Describing>;
  readonly #known = new Map<number, KnownLabel>();
  readonly #listeners = new Subscribers<void>();
  #describing: Describing | undefined;
  #loading: Promise<void> | undefined;
  #lookUp = this.#newLookUp();

  /** @param load gives the table of senders, which is not part of the first view */
  constructor(load: () => Promise<Describing>) {
    this.#load = load;
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#listeners.add(listener);

  /**
   * Loads the table of senders, unless it is here. Until then labels are empty.
   * @throws {Error} if it cannot be loaded; the next call tries again
   */
  load(): Promise<void> {
    this.#loading ??= this.#load().then(
      (describing) => {
        this.#describing = describing;
        this.#tell();
      },
      (error: unknown) => {
        this.#loading = undefined;
        throw error;
      },
    );
    return this.#loading;
  }

  /** As `get`. It is another function once more is known, so that what was made of the labels is made anew. */
  get lookUp(): (request: CapturedRequestSummary) => RequestLabel {
    return this.#lookUp;
  }

  /** The label, the same object until more is known. */
  get(request: CapturedRequestSummary): RequestLabel {
    return this.#find(request)?.label ?? nothing;
  }

  /** Whether the body may tell more than is known. */
  isOpen(request: CapturedRequestSummary): boolean {
    return this.#find(request)?.isOpen ?? false;
  }

  /**
   * Takes the bodies of captured requests, decoded.
   * @param read of each its text or the beginning of it; `undefined` if there is none to read
   */
  learn(
    read: Iterable<readonly [request: CapturedRequestSummary, body: BodyStart | undefined]>,
  ): void {
    const describing = this.#describing;
    if (describing === undefined) return;
    for (const [request, body] of read) {
      const label = withStoredEvent(describing.describeRequest(request, body), request);
      const start = label.sender === undefined ? describing.startOfBody(body?.text) : undefined;
      this.#keep(request.id, {
        label: start === undefined ? label : { ...label, bodyStart: start },
        isOpen: false,
      });
    }
    this.#tell();
  }

  /** Drops all labels. To be called when the session changes. */
  forget(): void {
    this.#known.clear();
    this.#tell();
  }

  #newLookUp() {
    return (request: CapturedRequestSummary) => this.get(request);
  }

  #tell(): void {
    this.#lookUp = this.#newLookUp();
    this.#listeners.tell();
  }

  #find(request: CapturedRequestSummary): KnownLabel | undefined {
    const describing = this.#describing;
    if (describing === undefined) return undefined;
    const known = this.#known.get(request.id);
    if (known !== undefined) return known;
    const label = withStoredEvent(describing.describeRequest(request), request);
    // Of an event in one word, the body may tell more: `opened` of a `pull_request`.
    const isComplete = label.sender !== undefined && /\W/.test(request.event ?? '');
    return this.#keep(request.id, {
      label,
      isOpen: !isComplete && describing.bodyMayTell(request),
    });
  }

  #keep(id: number, known: KnownLabel): KnownLabel {
    this.#known.delete(id);
    this.#known.set(id, known);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= mostKept) break;
      this.#known.delete(oldest);
    }
    return known;
  }
}

/** The event that the service has stored comes before one that is derived here. */
function withStoredEvent(
  label: RequestDescription,
  { event }: CapturedRequestSummary,
): RequestLabel {
  if (event === undefined || event === label.event) return label;
  if (label.event?.startsWith(`${event}.`))
    return { ...label, event, detail: label.event.slice(event.length) };
  const { further: _ofAnotherEvent, ...rest } = label;
  return { ...rest, event };
}

/** The sender and the event: `GitHub · pull_request.opened`, `SendGrid · processed +3`. Nothing if none is known. */
export function LabelText({ label }: { label: RequestLabel }) {
  const { sender, event, detail, further } = label;
  return (
    <>
      {sender !== undefined && <span>{sender}</span>}
      {sender !== undefined && event !== undefined && (
        <>
          <span aria-hidden className="text-muted">
            {' · '}
          </span>
          <span className="sr-only">, </span>
        </>
      )}
      {event !== undefined && (
        <bdi className="font-semibold">
          <ShownText text={event} />
          {detail !== undefined && (
            <span className="font-normal">
              <ShownText text={detail} />
            </span>
          )}
        </bdi>
      )}
      {further !== undefined && (
        <span className="text-muted" title={`and ${formatCount(further)} more in the same request`}>
          {` +${formatCount(further)}`}
        </span>
      )}
    </>
  );
}
