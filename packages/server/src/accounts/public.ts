export { findByEmail, insertAccount, removeAccount, writePasswordHash } from './accounts.ts';
export { AttemptLimit } from './attempt-limit.ts';
export { authenticateSession } from './authenticate-session.ts';
export { endedCredentials } from './credential-check.ts';
export { removeEndedGuests, removeExpiredSessions, removeOldAttempts } from './expiry.ts';

export { Passwords } from './passwords.ts';
export { endSessions } from './sessions.ts';
