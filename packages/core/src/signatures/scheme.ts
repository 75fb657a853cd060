import type {
  HashName,
  SecretForm,
  SignatureEncoding,
  Signing,
  WrittenScheme,
} from '../senders/tables/signatures.ts';

export type * from '../senders/tables/signatures.ts';

/** The signature scheme of a sender, with all that goes without saying in its file. */
export interface Scheme extends WrittenScheme {
  secret: WrittenScheme['secret'] & { form: SecretForm };
  ways: readonly Signing[];
  /** In lower case: the headers without which nothing is signed; none if the signature stands in the body. */
  headers: readonly string[];
  senders: readonly string[];
  /** Whether requests can be signed with the secret that receivers have. */
  canSign: boolean;
}

/** A scheme as the settings of an endpoint choose it, without the secrets. */
export interface SchemeSettings {
  /** The name of a scheme. */
  scheme: string;
  /** In seconds, in both directions; that of the scheme if absent. */
  tolerance?: number;
  /** `token` and `custom`: the header that has the secret, or the signature. */
  header?: string;
  /** `custom`: the text before a signature in its header. */
  prefix?: string;
  /** `custom`: the names in a header of `name=value` pairs; a comma stands between them if nothing is said. */
  pairs?: { signature: string; timestamp?: string; separator?: string };
  /** `custom`. */
  algorithm?: HashName;
  /** `custom`. */
  encoding?: SignatureEncoding;
  /** `custom`: what is signed, a text with {body} {timestamp} {id} {url} {method} in it. */
  signed?: string;
  /** `custom`. */
  timestampHeader?: string;
  /** `custom`. */
  idHeader?: string;
  /** `custom`; `text` if absent. */
  secretEncoding?: 'text' | 'base64' | 'hex';
  /** `paypal`. */
  webhookId?: string;
}

/** A request at the door, without its body. */
export interface SignedHead {
  method: string;
  /**
   * The public address that the sender was given, with path and query as sent. Here and in headers each character stands for one
   * byte (latin1).
   */
  url: string;
  /** All headers as they came, `[name, value, …]`. */
  headers: readonly string[];
  /** Milliseconds since 1970. */
  receivedAt: number;
}

export type SignatureVerdict = 'valid' | 'invalid' | 'missing' | 'stale' | 'unverifiable';

/** The outcome of verifying a request. */
export interface Verification {
  verdict: SignatureVerdict;
  /** One sentence without any secret or computed signature; absent if it is valid. */
  reason?: string;
  /** Milliseconds since 1970; absent if the scheme signs no time, or if the signature is not right. */
  signedAt?: number;
  /** The index of the secret that made the signature. */
  secret?: number;
}
