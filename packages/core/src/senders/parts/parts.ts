/**
 * A condition on a JSON body: a path (as `valueAt` takes it) that is there, `path=text` for a path with exactly that
 * value, or `path^=text` for one that begins with it.
 */
export type JsonCondition = string;

/** The shape of a body that only this sender sends. All of its conditions must hold. */
export interface BodyShape {
  json?: readonly JsonCondition[];
  /** Names of form fields. */
  form?: readonly string[];
  /** The namespace of an XML body's subject. */
  xmlNamespace?: string;
}

/** A place where an event's name stands. */
export type EventPlace =
  /** A JSON path; `second` are paths of a second part, of which the first that is there follows after a dot. */
  | { json: string; second?: readonly string[] }
  /** A header, with a second part from the JSON body. */
  | { header: string; second?: readonly string[] }
  | { form: string }
  | { query: string }
  /** A number or text at a JSON path, and the sender's names for its values. */
  | { code: string; names: Readonly<Record<string, string>> }
  /** The first of these JSON paths that is there; its last name is the event. */
  | { keys: readonly string[] }
  /** A fixed event, if the body has this JSON path. */
  | { has: string; event: string }
  /** The name of the XML body's subject. */
  | { xml: 'subject' }
  /** The first event whose keys the JSON body has, with its action; `surroundings`: keys that are about no event. */
  | { byKeys: readonly EventKeys[]; surroundings: readonly string[] };

/** An event, and the JSON paths that its bodies have. */
export interface EventKeys {
  event: string;
  has: readonly string[];
  /** Paths of which none is there. */
  without?: readonly string[];
  /** Actions, if the keys alone do not tell. */
  actions?: readonly string[];
  /** The body has nothing else but the surroundings of an event, so it is none that this table does not know. */
  isBare?: true;
  /** No other event has these keys, so they tell in a cut body as well. */
  isCertain?: true;
}

/**
 * A sender: any one of its marks is enough to recognise it. Few endpoints keep headers that begin with `X-`, so they are
 * no marks.
 */
export interface Marks {
  /** As the sender writes it. */
  name: string;
  /** The sender's own page about its webhooks. */
  documentation: string;
  /** Beginnings of its user agent, in lower case. */
  userAgents?: readonly string[];
  /** Names of headers, in lower case: any of them. */
  headers?: readonly string[];
  /** Names of headers, in lower case, that stand there together. */
  headersTogether?: readonly string[];
  mediaTypes?: readonly string[];
  /** Names in the query that stand there together. */
  query?: readonly string[];
  shapes?: readonly BodyShape[];
  /** In the order in which they are looked at; empty if requests without their `X-` headers do not name the event. */
  events: readonly EventPlace[] | 'generic';
}

/**
 * The place of a sender's text in a request: a header (in lower case, and as the sender writes it), or a path in its JSON body
 * (`0` is the first of an array).
 */
export type EventSource = { header: string; written?: string } | { json: readonly string[] };

/** The form of a secret as its sender shows it. */
export type SecretForm =
  | 'text'
  | 'base64'
  | 'whsec'
  | 'hex'
  | 'user-password'
  | 'public-key'
  | 'certificate'
  | 'jwk';

/** The proof that a scheme is right. */
export type Proof =
  /** The sender's own library, by its name on npm, makes or accepts the same signatures. */
  | { library: string }
  /** The page with the request or the figures that the sender publishes. */
  | { example: string }
  /** The sender publishes neither. */
  | 'none';

export type HashName = 'md5' | 'sha1' | 'sha256' | 'sha512';

/** The form of the signature in its header. `several`: commas and white space separate signatures, of which any may fit. */
export type SignatureText =
  /** `sha256=…`, or the signature alone. */
  | { form: 'whole'; prefix?: string; several?: true }
  /** `t=…,v1=…`: any of the fields of its name may fit. */
  | { form: 'fields'; separator: string; signature: string; time?: string; several?: true }
  /** `v1,… v1,…`: any of its version may fit. */
  | { form: 'list'; version: string }
  /** The header's name ends in a number, from 1: any of them may fit. */
  | { form: 'numbered' };

/** `iso`: ISO 8601; `any`: seconds, milliseconds or ISO 8601, whichever it looks like. */
export type TimeUnit = 's' | 'ms' | 'iso' | 'any';

export type SignatureEncoding = 'hex' | 'base64' | 'base64url';

/** The place of the signed time; in the signature's own fields if no header is named. */
export interface SigningTime {
  header?: string;
  /** In the JSON body. */
  json?: readonly string[];
  unit: TimeUnit;
  /** A request without it is fine, and its age is not judged. */
  optional?: true;
}

/** A signature over a text that the request is put into. */
export interface TextSigning {
  header: string;
  text: SignatureText;
  encoding: SignatureEncoding;
  /** The signed text, with `{body} {timestamp} {id} {url} {method}` in it. */
  signed: string;
  time?: SigningTime;
  /** The header that `{id}` stands for. */
  id?: string;
  /** In `{url}`, the characters that HubSpot names are not percent-encoded. */
  decodesUrl?: true;
  /** No other body is valid: the sender's handshake has other texts signed for anybody who asks. */
  body?: 'object';
}

/** The bytes that a secret stands for as the key of an HMAC. `whsec`: Base64, after `whsec_` or without it. */
export type KeyForm = 'text' | 'whsec' | 'hex';

/** One way in which a sender signs. Names of headers are as the sender writes them. */
export type Signing = (
  | ({ by: 'hmac'; hash: HashName; key: KeyForm } & TextSigning)
  | ({ by: 'public-key'; algorithm: 'ed25519' | 'ecdsa-sha256' } & TextSigning)
  /** The header equals the secret. */
  | { by: 'secret'; header: string; as?: 'basic' | 'bearer' }
  /** A function of its own (`signatures/verify/own/`); `headers`: those without which nothing is signed. */
  | { by: 'own'; headers: readonly string[]; time?: SigningTime }
) & {
  /** Secrets that begin so are for this way, and no others are. */
  secretPrefix?: string;
};

/** The signature scheme of a sender: plain data. What most schemes have goes without saying. */
export interface WrittenScheme {
  /** As settings name it: `github`. */
  name: string;
  /** As the sender writes itself. */
  title: string;
  /** The sender's own page about its signatures. */
  documentation: string;
  secret: {
    /** The sender's own words for it: "Webhook secret". */
    words: string;
    /** One sentence: where the sender shows it, or where it is set. */
    where: string;
    /** `text` if absent. */
    form?: SecretForm;
    /** The sender hands it over in a handshake, so settings may begin without one. */
    byHandshake?: true;
    /** The header in which that handshake has it. */
    handshakeHeader?: string;
  };
  /** Most senders have one, and any of several is enough. `custom` and `token` have it from the settings. */
  ways: readonly WrittenSigning[];
  /** Names of the senders that sign so, as their marks have them; the title alone if absent. */
  senders?: readonly string[];
  /** In seconds, where the signed time is judged; 300 if absent, and the time is a part of a signed text. */
  tolerance?: number;
  /** The sender's id of the delivery: the same in all its attempts. */
  id?: EventSource;
  /** The sender's name for what happened. */
  event?: EventSource;
  /** A header of the scheme is itself the secret, and it is stored since its name does not begin with `X-`. */
  storesSecret?: true;
  /** False: what receivers have cannot sign, or the signature stands in the body. */
  canSign?: boolean;
  proof: Proof;
  /** A note for receivers: one or two sentences. */
  note?: string;
}

/** A way as it is written. */
export type WrittenSigning =
  | Exclude<Signing, { by: 'hmac' }>
  /** HMAC-SHA256 of the body under a text, in hex and alone in its header, but for what is said. */
  | (Pick<Hmac, 'by' | 'header'> & Partial<Hmac>)
  /** As Standard Webhooks sign, with headers whose names begin so; with the text of the secret as the key if that is said. */
  | { by: 'standard-webhooks'; names: string; secretPrefix?: string; key?: 'text' };

type Hmac = Signing & { by: 'hmac' };

/** A request as a well-known sender makes it, written from the sender's public documentation. */
export interface SampleRequest {
  /** `sender:event`, in the sender's own words: `github:push`. */
  id: string;
  /** The sender's name, as it writes it. */
  sender: string;
  /** The event, in a few words. */
  title: string;
  method: string;
  /** The query after the receive URL: empty, or with a `?` at its start. */
  query: string;
  /** The headers in the sender's spelling, without those that every HTTP client sets by itself. */
  headers: ReadonlyArray<readonly [name: string, value: string]>;
  /** The body; empty if the sender sends none. */
  body: string;
}

/**
 * The secret of the signatures in samples of senders that sign with a shared secret. Code that checks signatures
 * can be tried with it. (Times in the samples are long past, so switch off its age limit.)
 */
export const sampleSecret = 'hookwell-sample-secret';

/** Names and values as `application/x-www-form-urlencoded`. */
export function formText(fields: Record<string, string>): string {
  return new URLSearchParams(fields).toString();
}
