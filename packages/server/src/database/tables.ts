import type { PlanName } from '@hookwell/contract';
import type { Generated } from 'kysely';

/**
 * The tables both databases have, as Kysely reads them. Times are milliseconds since 1970 (UTC) in
 * integers, hashes are lower-case hex, ids of endpoints and accounts are never used twice.
 */
export interface Tables {
  account: AccountTable;
  session: SessionTable;
  api_key: ApiKeyTable;
  endpoint: EndpointTable;
  purge: PurgeTable;
  auth_attempt: AuthAttemptTable;
}

/** A guest is an account without an email. `email_key` is the email in lower case, unique. */
export interface AccountTable {
  id: Generated<number>;
  email: string | null;
  email_key: string | null;
  password_hash: string | null;
  plan: PlanName;
  status: 'active' | 'past_due' | 'canceled';
  created_at: number;
}

export interface SessionTable {
  id: Generated<number>;
  account_id: number;
  /** SHA-256 of the cookie's value. */
  token_hash: string;
  created_at: number;
  /** When the cookie was last handed out anew. */
  renewed_at: number;
  expires_at: number;
}

export interface ApiKeyTable {
  id: Generated<number>;
  account_id: number;
  /** SHA-256 of the whole key. */
  secret_hash: string;
  key_hint: string;
  name: string;
  /** The UUIDv7 whose last five hex digits are `tracking_id`. */
  tracking_uuid: string;
  tracking_id: string;
  created_at: number;
  last_used_at: number | null;
}

export interface EndpointTable {
  id: Generated<number>;
  account_id: number;
  token: string;
  badge_name: string | null;
  created_at: number;
  /** Captures with an id up to this one were cleared: no read shows them, the purge removes them. */
  cleared_through: Generated<number>;
  /** What the endpoint holds above `cleared_through`: kept exact by the capture log. */
  capture_count: Generated<number>;
  capture_bytes: Generated<number>;
}

/** Captures that nothing shows any more and that the retention removes in small transactions. */
export interface PurgeTable {
  id: Generated<number>;
  endpoint_id: number;
  through_id: number;
}

/** Counts attempts in a window that begins with the first of them (guest, log in, register, password). */
export interface AuthAttemptTable {
  subject: string;
  started_at: number;
  attempts: number;
}
