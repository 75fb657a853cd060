/** What stands in place of a value that is hidden. */
export const hiddenValue = '•••';

export interface RedactionRules {
  /** `secrets` hides what names tell to be secret, `values` every value. */
  redact: 'secrets' | 'values';
  /** Further names whose values are hidden, compared as all names are. */
  fields: readonly string[];
  /** Names of headers that sign: those of all schemes, and of the endpoint's own settings. */
  signatureHeaders: readonly string[];
  /** Texts that nobody may see wherever they stand, in any case of their letters: the endpoint's token, which senders repeat. */
  hidden: readonly string[];
}

/** A captured request before its redaction. */
export interface RequestToShare {
  method: string;
  /** Below the token, as sent, each byte as one character (Latin-1); empty if there was none. */
  path: string;
  /** As sent, without its `?`, its bytes read as UTF-8. */
  query: string;
  /** As sent, in their order, with every repeat, each byte of a value as one character. */
  headers: readonly (readonly [name: string, value: string])[];
  /** Without its content codings; `undefined` if it is too long or cannot be decoded. */
  body: Uint8Array<ArrayBuffer> | undefined;
  /** Bytes of the body as it was sent. */
  bodySize: number;
  receivedAt: string;
}

/** A request as strangers may see it, as text: bytes are read as UTF-8 where they are that. */
export interface RedactedRequest {
  method: string;
  /** Absent if it is hidden, or if there was none. */
  path?: string;
  headers: [name: string, value: string][];
  /** Percent- and plus-decoded, in their order, with every repeat. */
  query: [name: string, value: string][];
  body: SharedBody & { size: number };
  receivedAt: string;
}

/** Neither a text nor a form: the body is left out. */
export interface SharedBody {
  contentType?: string;
  /** JSON written anew from the redacted tree, without white space between its tokens. */
  text?: string;
  /** The fields of a form, in their order, with every repeat. */
  form?: [name: string, value: string][];
}
