import { readJson } from './body-json.ts';
import { type XmlSubject, xmlSubject } from './body-xml.ts';

/** Form fields in which senders put JSON: GitHub, Slack and Travis CI; Mailchimp Transactional; Ko-fi. */
const jsonFields = ['payload', 'mandrill_events', 'data'];

/** Media types of bodies that name no event that could be read. */
const unreadTypes = /^(?:image|audio|video|font|multipart)\/|^application\/(?:pdf|zip|gzip)$/;

/** Media types of pages, whose elements name no event. */
const pageTypes = /^(?:text\/html|application\/xhtml\+xml)$/;

/** A request with its parts read when they are asked for, each at most once. */
export class RequestFacts {
  readonly mediaType: string;
  readonly userAgent: string;
  readonly #headers = new Map<string, string>();
  readonly #request: ReceivedRequest;
  #lookedAt: string | undefined;
  #query: URLSearchParams | undefined;
  #form: URLSearchParams | undefined;
  #json: { value: unknown } | undefined;
  #xml: { subject: XmlSubject | undefined } | undefined;

  constructor(request: ReceivedRequest) {
    this.#request = request;
    this.mediaType = request.mediaType;
    for (const [name, value] of request.headers) {
      const key = name.toLowerCase();
      if (!this.#headers.has(key)) this.#headers.set(key, value);
    }
    this.userAgent = (this.header('user-agent') ?? '').toLowerCase();
  }

  /** Whether a body of this media type can name an event. */
  get bodyCanTell(): boolean {
    return !unreadTypes.test(this.mediaType);
  }

  /** Whether everything of the body is looked at. */
  get isWhole(): boolean {
    const { body } = this.#request;
    return body === undefined || (body.isWhole && body.text.length <= mostCharacters);
  }

  /** In lower case. */
  get headerNames(): Iterable<string> {
    return this.#headers.keys();
  }

  header(name: string): string | undefined {
    return this.#headers.get(name);
  }

  query(name: string): string | undefined {
    const { query = '' } = this.#request;
    if (query.length <= '?'.length) return undefined;
    this.#query ??= fieldsOf(query, true);
    return this.#query.get(name) ?? undefined;
  }

  formField(name: string): string | undefined {
    if (!this.#isForm) return undefined;
    this.#form ??= fieldsOf(this.#text, this.isWhole);
    return this.#form.get(name) ?? undefined;
  }

  /** The body's JSON, or the JSON in a field of its form; `undefined` if there is none. */
  get json(): unknown {
    this.#json ??= { value: this.#readJson() };
    return this.#json.value;
  }

  get xml(): XmlSubject | undefined {
    const isRead = this.#begins('<') && !pageTypes.test(this.mediaType);
    this.#xml ??= { subject: isRead ? xmlSubject(this.#text) : undefined };
    return this.#xml.subject;
  }

  #readJson(): unknown {
    if (!this.#isForm) {
      return this.#begins('{', '[') ? readJson(this.#text, this.isWhole) : undefined;
    }
    for (const field of jsonFields) {
      const text = this.formField(field)?.trimStart();
      if (text?.startsWith('{') || text?.startsWith('[')) return readJson(text, true);
    }
    return undefined;
  }

  /** The part of the body that is looked at, without a byte order mark and white space at its start. */
  get #text(): string {
    const text = this.bodyCanTell ? (this.#request.body?.text ?? '') : '';
    this.#lookedAt ??= text.slice(0, mostCharacters).trimStart();
    return this.#lookedAt;
  }

  get #isForm(): boolean {
    return this.mediaType === 'application/x-www-form-urlencoded';
  }

  #begins(...characters: string[]): boolean {
    return !this.#isForm && characters.includes(this.#text.charAt(0));
  }
}

/** The fields of a form; of a cut one without the last, which might go on. */
function fieldsOf(text: string, isWhole: boolean): URLSearchParams {
  const looked = text.slice(0, mostCharacters);
  const end = isWhole && looked === text ? looked.length : Math.max(0, looked.lastIndexOf('&'));
  return new URLSearchParams(looked.slice(0, end));
}

/** The part of a captured request that can be read without its body. */
export interface DescribedHead {
  /** Names in any case, in the order in which they were sent. Of a repeated name the first line counts. */
  headers: Iterable<readonly [name: string, value: string]>;
  /** In lower case, without parameters; empty if none was sent. */
  mediaType: string;
  /** The query as sent, with or without its `?`. */
  query?: string | undefined;
  /** The event that was stored with the capture. It comes before everything that could be derived. */
  storedEvent?: string | undefined;
}

/** A body's text, or its beginning. At most `mostCharacters` of it are looked at. */
export interface BodyStart {
  /** Decoded: without content codings, in the body's charset. */
  text: string;
  /** Whether that is the whole text. */
  isWhole: boolean;
}

export interface ReceivedRequest extends DescribedHead {
  /** It may be left out if there is none, or if the plan says that it is not needed. */
  body?: BodyStart | undefined;
}

export interface RequestDescription {
  /** The sender's name, as it writes it: "GitHub". Requests claim it; nothing here proves it. */
  sender?: string;
  /** The sender's word for the event: 1 to 100 printable characters. */
  event?: string;
  /** The number of further events in the same body, if it has a list of them that is whole and longer than one. */
  further?: number;
}

/** UTF-16 units of a body's text, and of a query, that are looked at. */
export const mostCharacters = 64 * 1024;
