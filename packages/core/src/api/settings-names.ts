/** The senders whose handshakes can be answered. */
export const handshakeNames = [
  'slack',
  'zoom',
  'meta',
  'dropbox',
  'discord',
  'asana',
  'twitter',
  'microsoft-graph',
  'notion',
  'cloudevents',
  'event-grid',
  'websub',
] as const;
export type HandshakeName = (typeof handshakeNames)[number];

/** The statuses that a reply can have. */
export const replyStatuses = { minimum: 200, maximum: 599 } as const;

/** What is done with headers whose names start with X-. */
export const xHeaderChoices = ['drop', 'keep'] as const;
export type XHeaderChoice = (typeof xHeaderChoices)[number];

/** The part of an endpoint's settings that decides about X- headers. */
interface AboutXHeaders {
  xHeaders?: XHeaderChoice | undefined;
  verify?: unknown;
}

/**
 * Whether an endpoint with these settings keeps X- headers: whoever verifies signatures needs those in which they stand.
 * @param unsaid what the service does with them where settings say nothing
 */
export function keepsXHeaders({ xHeaders, verify }: AboutXHeaders, unsaid: XHeaderChoice): boolean {
  return (xHeaders ?? (verify === undefined ? unsaid : 'keep')) === 'keep';
}
/** The most bytes of the body of a listener's answer. */
export const mostAnswerBodyBytes = 1024 * 1024;
/** The longest time that senders wait for a listener, in milliseconds. */
export const longestAnswerWaitMs = 25_000;

/** The ways to make and write the signatures of a custom scheme. */
export const signatureAlgorithms = ['md5', 'sha1', 'sha256', 'sha512'] as const;
export const signatureEncodings = ['hex', 'base64', 'base64url'] as const;
/** The ways to read the key of a custom scheme from its secret; the first if nothing is said. */
export const secretEncodings = ['text', 'base64', 'hex'] as const;

/** The header of every answer to a stored webhook, which has the id of its captured request. No reply can set it. */
export const requestHeader = 'Hookwell-Request';
