import { type Static, Type } from 'typebox';

/** The body of every failure, of any status. */
export const ErrorBody = Type.Object(
  { error: Type.String({ description: 'One sentence for a person' }) },
  { title: 'Error', examples: [{ error: 'URL limit reached for your plan' }] },
);
export type ErrorBody = Static<typeof ErrorBody>;

/**
 * Every failure that the service answers with: a code, its HTTP status, and the sentence in
 * `{"error": "<sentence>"}`. Users see no other failures.
 */
export const errorCatalogue = {
  invalidInput: { status: 400, sentence: 'The request is not valid' },
  malformedJson: { status: 400, sentence: 'The body is not valid JSON' },
  wrongSignature: { status: 400, sentence: 'The payment signature is not valid' },
  malformedHttp: { status: 400, sentence: 'The request is not valid HTTP' },
  unauthenticated: { status: 401, sentence: 'A valid credential is required' },
  wrongLogin: { status: 401, sentence: 'Email or password is wrong' },
  wrongPassword: { status: 401, sentence: 'The password is wrong' },
  foreignOrigin: {
    status: 403,
    sentence:
      'This request must come from our own origin, which is that of HOOKWELL_BASE_URL behind a proxy',
  },
  planTooLow: { status: 403, sentence: 'API use requires the Plus or Enterprise plan' },
  passwordsOff: {
    status: 403,
    sentence: 'Passwords are switched off here: use single sign-on',
  },
  logInTooOld: {
    status: 403,
    sentence: 'Log in again to delete this account: the log-in must be less than ten minutes old',
  },
  endpointLimit: { status: 403, sentence: 'URL limit reached for your plan' },
  roleTooLow: { status: 403, sentence: 'Your role in this team does not allow this' },
  apiKeyLimit: { status: 403, sentence: 'An account can have at most 20 API keys' },
  registeredOnly: { status: 403, sentence: 'This needs a registered account' },
  shareLimit: { status: 403, sentence: 'An account can have at most 100 shares' },
  teamLimit: {
    status: 403,
    sentence: 'An account can own at most 20 teams, and be a member of 100',
  },
  memberLimit: { status: 403, sentence: 'A team can have at most 200 members' },
  invitationLimit: { status: 403, sentence: 'A team can have at most 100 open invitations' },
  notFound: { status: 404, sentence: 'Not found' },
  methodNotAllowed: { status: 405, sentence: 'Method not allowed' },
  requestTimeout: { status: 408, sentence: 'The request took too long to arrive' },
  emailTaken: { status: 409, sentence: 'This email is already registered' },
  endpointNotEmpty: { status: 409, sentence: 'This endpoint has captured requests' },
  alreadyAnswered: {
    status: 409,
    sentence: 'The sender of this request waits for no answer, or has got one',
  },
  lastOwner: { status: 409, sentence: 'A team needs an owner: make somebody else one first' },
  moveRemoves: {
    status: 409,
    sentence: 'The target keeps fewer requests: add ?removing=N with the number that is deleted',
  },
  teamNotEmpty: { status: 409, sentence: 'This team has endpoints' },
  secretsNotKept: { status: 409, sentence: 'This service cannot keep secrets' },
  bodyTooLarge: { status: 413, sentence: 'The body is too large' },
  unsupportedMediaType: { status: 415, sentence: 'The body must be application/json' },
  tooManyRequests: { status: 429, sentence: 'Too many requests' },
  tooManyStreams: { status: 429, sentence: 'Too many live streams are open' },
  headersTooLarge: { status: 431, sentence: 'The request headers are too large' },
  internal: { status: 500, sentence: 'Internal server error' },
  unavailable: { status: 503, sentence: 'The service cannot store anything right now' },
  overloaded: { status: 503, sentence: 'Too many bodies are in flight' },
  noRoomForStream: {
    status: 503,
    sentence: 'Too few connections are left for another live stream',
  },
  paymentsNotConfigured: { status: 503, sentence: 'No payment signing secret is configured' },
  guestSpaceFull: { status: 507, sentence: 'Guests have used up the space that they may have' },
  storeFull: {
    status: 507,
    sentence: 'The store has reached its size limit, or its disk is nearly full',
  },
} as const satisfies Record<string, { status: number; sentence: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** The body of an answer with this failure, as text: `{"error": "<sentence>"}`. */
export function errorText(code: ErrorCode): string {
  return JSON.stringify({ error: errorCatalogue[code].sentence });
}
