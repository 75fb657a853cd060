/** Where a request has a text of its sender: a header (in lower case), or a path in its JSON body. */
export type Place = { header: string } | { json: readonly string[] };

/** The form of a secret as its sender shows it. */
export type SecretForm = 'text' | 'base64' | 'whsec' | 'hex' | 'public-key' | 'certificate';

/** How a sender signs its webhooks: plain data. */
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
  /** In lower case: the headers without which nothing is signed; none if the signature stands in the body. */
  headers: readonly string[];
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
  algorithm?: 'sha1' | 'sha256' | 'sha512';
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

/** What verifying a request gave. */
export interface Verification {
  verdict: Verdict;
  /** One sentence without any secret or computed signature; absent if it is valid. */
  reason?: string;
  /** Milliseconds since 1970; absent if the scheme signs no time. */
  signedAt?: number;
  /** The index of the secret that made the signature. */
  secret?: number;
}
