export { findByEmail, insertAccount, removeAccount, writePasswordHash } from './accounts.ts';
export { AttemptLimit, RefusedLogins } from './attempt-limit.ts';
export {
  authenticateSession,
  liveSessions,
  readSessionCookie,
  sendSessionCookie,
} from './authenticate-session.ts';
export { replaceSession } from './begin-session.ts';
export {
  endedCredentials,
  removeEndedGuests,
  removeExpiredSessions,
  removeOldAttempts,
} from './expiry.ts';
export type { NewSession } from './guests.ts';
export { removeExpiredHandoffs } from './handoffs.ts';
export { Passwords } from './passwords.ts';
export { createSession, endSessions } from './sessions.ts';
