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
  payment_event: PaymentEventTable;
  subscription: SubscriptionTable;
  merged_guest: MergedGuestTable;
  former_plan: FormerPlanTable;
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
  /** The plan without the subscription below; null until a subscription has decided the plan. */
  own_plan: PlanName | null;
  /** What the best subscription shows, all null without one. Written by `billing/` alone. */
  subscription_id: string | null;
  /** A decimal number in the major unit of the currency, which is in upper case. */
  price: string | null;
  currency: string | null;
  date_start: number | null;
  date_end: number | null;
  date_purchase: number | null;
  /**
   * From where a guest came: an IPv4 address, or the /64 of an IPv6 one. It goes with the guest; null for
   * registered accounts, and for guests from before there was this column.
   */
  guest_network: Generated<string | null>;
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

/** What the payment provider and the operator said, as they said it: all else in `billing/` follows from it. */
export interface PaymentEventTable {
  id: string;
  type: string;
  /** Where the event stands among others, in milliseconds. */
  created_at: number;
  received_at: number;
  /** The subscription it tells of; null for an event of the operator's. */
  subscription_id: string | null;
  /** The account of an event of the operator's; null for all others. */
  account_id: number | null;
  /** The account that a checkout names, whether or not there is one; and the email in it, as `email_key`. */
  client_reference: number | null;
  email_key: string | null;
  /** The whole event in JSON. */
  payload: string;
}

/** A subscription that some kept event tells of, and whose it is. */
export interface SubscriptionTable {
  id: string;
  account_id: number | null;
  /** When its account was deleted: nothing about it is kept from then on. */
  forgotten_at: number | null;
}

/** Where a guest went: a payment that was begun as that guest belongs to the account. */
export interface MergedGuestTable {
  guest_id: number;
  account_id: number;
}

/** When an account last ceased to have a plan. */
export interface FormerPlanTable {
  account_id: number;
  plan: PlanName;
  ended_at: number;
}
