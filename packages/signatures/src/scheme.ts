/** The place of a sender's text in a request: a header (in lower case), or a path in its JSON body (`0` is the first of an array). */
export type Place = { header: string } | { json: readonly string[] };

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

/** The proof that a row is right. */
export type Proof =
  /** The sender's own library, by its name on npm, makes or accepts the same signatures. */
  | { library: string }
  /** The page with the request or the figures that the sender publishes. */
  | { example: string }
  /** The sender publishes neither. */
  | 'none';

export type HashName = 'sha1' | 'sha256' | 'sha512';

/** The form of the signature in its header. */
export type SignatureText =
  /** `sha256=…`, or the signature alone. */
  | { form: 'whole'; prefix?: string }
  /** `t=…,v1=…`: any of the fields of its name may fit. */
  | { form: 'fields'; separator: string; signature: string; time: string }
  /** `v1,… v1,…`: any of its version may fit. */
  | { form: 'list'; version: string }
  /** The header's name ends in a number, from 1: any of them may fit. */
  | { form: 'numbered' };

/** `iso`: ISO 8601; `any`: seconds, milliseconds or ISO 8601, whichever it looks like. */
export type TimeUnit = 's' | 'ms' | 'iso' | 'any';

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
  encoding: 'hex' | 'base64';
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

/** One way in which a sender signs. Names of headers are as the sender writes them. */
export type Signing = (
  | ({ by: 'hmac'; hash: HashName; key: 'text' | 'whsec' | 'hex' } & TextSigning)
  | ({ by: 'public-key'; algorithm: 'ed25519' | 'ecdsa-sha256' } & TextSigning)
  /** The header equals the secret. */
  | { by: 'secret'; header: string; as?: 'basic' | 'bearer' }
  /** A function of its own (`verify/own/`); `headers`: those without which nothing is signed. */
  | { by: 'own'; headers: readonly string[] }
) & {
  /** Secrets that begin so are for this way, and no others are. */
  secretPrefix?: string;
};

/** The signature scheme of a sender: plain data. */
export interface Scheme {
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
    form: SecretForm;
    /** The sender hands it over in a handshake, so settings may begin without one. */
    byHandshake?: true;
  };
  /** Most senders have one, and any of several is enough. `custom` and `token` have it from the settings. */
  ways: readonly Signing[];
  /** In lower case: the headers without which nothing is signed; none if the signature stands in the body. */
  headers: readonly string[];
  /** The sender's spelling of the headers of `id` and `event`, by their names in lower case. */
  spelling: Readonly<Record<string, string>>;
  /** Names of the same senders in `@hookwell/senders`. */
  senders: readonly string[];
  /** In seconds, where the signed time is judged. */
  tolerance?: number;
  /** The sender's id of the delivery: the same in all its attempts. */
  id?: Place;
  /** The sender's name for what happened. */
  event?: Place;
  /** A header of the scheme is itself the secret, and it is stored since its name does not begin with `X-`. */
  storesSecret?: true;
  /** Whether requests can be signed with the secret that receivers have. */
  canSign: boolean;
  proof: Proof;
  /** A note for receivers: one or two sentences. */
  note?: string;
}

/** A scheme as the settings of an endpoint choose it, without the secrets. */
export interface SchemeSettings {
  /** The name of a scheme. */
  scheme: string;
  /** In seconds, in both directions; that of the scheme if absent. */
  tolerance?: number;
  /** `token` and `custom`: the header that has the secret, or the signature. */
  header?: string;
  /** `custom`: the text before the signature in its header. */
  prefix?: string;
  /** `custom`. */
  algorithm?: HashName;
  /** `custom`. */
  encoding?: 'hex' | 'base64';
  /** `custom`: what is signed, a text with {body} {timestamp} {id} {url} {method} in it. */
  signed?: string;
  /** `custom`. */
  timestampHeader?: string;
  /** `custom`. */
  idHeader?: string;
  /** `paypal`. */
  webhookId?: string;
}

/** A request at the door, without its body. */
export interface SignedHead {
  method: string;
  /** The public address that the sender was given, with path and query as sent. */
  url: string;
  /** All headers as they came, `[name, value, …]`. */
  headers: readonly string[];
  /** Milliseconds since 1970. */
  receivedAt: number;
}

export type Verdict = 'valid' | 'invalid' | 'missing' | 'stale' | 'unverifiable';

/** The outcome of verifying a request. */
export interface Verification {
  verdict: Verdict;
  /** One sentence without any secret or computed signature; absent if it is valid. */
  reason?: string;
  /** Milliseconds since 1970; absent if the scheme signs no time, or if the signature is not right. */
  signedAt?: number;
  /** The index of the secret that made the signature. */
  secret?: number;
}
