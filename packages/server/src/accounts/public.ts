export { accountOf, type OperatorParts } from '../operator/accounts.ts';
export { networkOf } from './attempt-limit.ts';
export { authenticateSession } from './authenticate-session.ts';
export { endedCredentials } from './credential-check.ts';
export { removeEndedGuests, removeExpiredSessions, removeOldAttempts } from './expiry.ts';
