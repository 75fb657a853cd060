import type { PlanName, RefusedReason, RemovedBy, Role } from '@hookwell/core/api';
import type { Generated, Kysely, Transaction as KyselyTransaction, Selectable } from 'kysely';

/**
 * The tables both databases have, as Kysely reads them. Times are milliseconds since 1970 (UTC) in
 * integers, hashes are lower-case hex, ids of endpoints and accounts are never used twice.
 */
export interface Tables {
  account: AccountTable;
  session: SessionTable;
  handoff: HandoffTable;
  api_key: ApiKeyTable;
  endpoint: EndpointTable;
  endpoint_settings: EndpointSettingsTable;
  endpoint_contract: EndpointContractTable;
  purge: PurgeTable;
  auth_attempt: AuthAttemptTable;
  payment_event: PaymentEventTable;
  subscription: SubscriptionTable;
  merged_guest: MergedGuestTable;
  former_plan: FormerPlanTable;
  refusal: RefusalTable;
  removal: RemovalTable;
  listener_answer: ListenerAnswerTable;
  member: MemberTable;
  invitation: InvitationTable;
  identity: IdentityTable;
  share: ShareTable;
  audit: AuditTable;
}

/** Either database, or a transaction on it. */
export type Database = Kysely<Tables>;
export type Transaction = KyselyTransaction<Tables>;

/** The rows as they are read. */
export type AccountRow = Selectable<AccountTable>;
export type SessionRow = Selectable<SessionTable>;
export type ApiKeyRow = Selectable<ApiKeyTable>;
export type EndpointRow = Selectable<EndpointTable>;
export type PaymentEventRow = Selectable<PaymentEventTable>;
export type SubscriptionRow = Selectable<SubscriptionTable>;

/** `kindOf` tells guests, registered accounts and teams apart. `email_key` is the email in lower case, unique. */
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
  /** The values of the best subscription, all null without one. Only `billing/` writes them. */
  subscription_id: string | null;
  /** A decimal number in the major unit of the currency, which is in upper case. */
  price: string | null;
  currency: string | null;
  date_start: number | null;
  date_end: number | null;
  date_purchase: number | null;
  /**
   * The network of a guest: an IPv4 address, or the /64 of an IPv6 one. It goes with the guest; null for
   * registered accounts.
   */
  guest_network: Generated<string | null>;
  /** Null for guests and for whoever has an email. An account of an identity may have none (`identity` below). */
  kind: Generated<'team' | 'identity' | null>;
  /** Of a team. */
  name: Generated<string | null>;
  /** The account that made the team, which may be gone. */
  founder_id: Generated<number | null>;
}

/** The value of `email_key`: two spellings of an email that differ in case alone mean one mailbox. */
export function emailKey(email: string): string {
  return email.toLowerCase();
}

export interface SessionTable {
  id: Generated<number>;
  account_id: number;
  /** SHA-256 of the cookie's value. */
  token_hash: string;
  created_at: number;
  /** The time at which the cookie was last handed out anew. */
  renewed_at: number;
  expires_at: number;
  /** The session ends at this time however it is used; null if it lives on by use. */
  ends_at: Generated<number | null>;
}

/** A session that its browser or program hands over to another one: whoever has the code takes it over, once. */
export interface HandoffTable {
  /** SHA-256 of the code. */
  code_hash: string;
  session_id: number;
  expires_at: number;
}

/** How many captures of an endpoint the retention removed in an hour, by cause; kept for a day. */
export interface RemovalTable {
  endpoint_id: number;
  /** The whole hours since 1970. */
  hour: number;
  cause: RemovedBy;
  captures: number;
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
  /** The member of the team who made it; null for keys of other accounts. */
  created_by: Generated<number | null>;
}

export interface EndpointTable {
  id: Generated<number>;
  account_id: number;
  token: string;
  badge_name: string | null;
  created_at: number;
  /** Captures with an id up to this one were cleared: no read shows them, the purge removes them. */
  cleared_through: Generated<number>;
  /** The captures of the endpoint above `counted_after`: the capture log keeps both counters exact. */
  capture_count: Generated<number>;
  capture_bytes: Generated<number>;
  /**
   * Captures above this id are counted. It is below `cleared_through` after a partial clear, until those between
   * are removed. Null is the value of `cleared_through`: no hidden capture is counted.
   */
  counted_after: number | null;
  /**
   * Rises with every change of the settings or the contract, and when they are removed: 0 on an endpoint that never had
   * any. A capture is stored only under the version that it was decided about by (`capture-log/`).
   */
  settings_version: Generated<number>;
  /** The time at which its refusals were last removed: those from before it are never written. 0 if they never were. */
  refusals_cleared_at: Generated<number>;
  /** The time at which it was last moved to another account by whoever had it; null if it never was. */
  moved_at: Generated<number | null>;
}

/** The settings of an endpoint; those without have no row. */
export interface EndpointSettingsTable {
  endpoint_id: number;
  /** The `settings_version` of its endpoint since they were changed last: a change of the contract raises that alone. */
  version: number;
  /** The version with which the counting of attempts began. */
  counted_since: number;
  /** 32 random bytes in hex: ids of senders are stored as hashes under this key. */
  hash_key: string;
  /** The settings in JSON, as they were put; each secret of `verify` is `{"hint": …}`. */
  document: string;
  /** The secrets of `verify`, encrypted (`secrets/`): the first 15 characters say under which key. Null if it has none. */
  secrets: Generated<string | null>;
}

/** The contract of an endpoint; those without have no row. */
export interface EndpointContractTable {
  endpoint_id: number;
  /** The `settings_version` of its endpoint since it was changed last. */
  version: number;
  /** The contract in JSON, as it was put. */
  document: string;
}

/**
 * The captures whose senders wait for the answer of a responder, and those that a responder answered. Where none did, the row
 * goes with the wait.
 */
export interface ListenerAnswerTable {
  capture_id: number;
  /** The node that has the sender's connection. */
  node: string;
  /** Who still waits behind this time was left alone by its node. On PostgreSQL it goes by the database's clock. */
  waits_until: number;
  /** The status; null while the sender waits. */
  answer: string | null;
  /** The Retry-After of the answer, in seconds. */
  retry_after: number | null;
  /** The answer as it was given, in JSON, until the node of its sender takes it: only then the sender got it. */
  offered: string | null;
}

/** So many characters of encrypted secrets say their key. */
export const keyCharacters = 15;

/** A note of captures that nothing shows any more and that the retention removes in small transactions. */
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

/** The events of the payment provider and the operator, as they came: all else in `billing/` follows from them. */
export interface PaymentEventTable {
  id: string;
  type: string;
  /** The place of the event among others, in milliseconds. */
  created_at: number;
  received_at: number;
  /** The subscription of the event; null for an event of the operator. */
  subscription_id: string | null;
  /** The account of an event of the operator; null for all others. */
  account_id: number | null;
  /** The account that a checkout names, whether or not it exists; and the email in it, as `email_key`. */
  client_reference: number | null;
  email_key: string | null;
  /** The whole event in JSON. */
  payload: string;
}

/** A subscription of some kept event, and its account. */
export interface SubscriptionTable {
  id: string;
  account_id: number | null;
  /** The time at which its account was deleted: nothing about it is kept from then on. */
  forgotten_at: number | null;
}

/** The account that a guest became part of: a payment that was begun as that guest belongs to the account. */
export interface MergedGuestTable {
  guest_id: number;
  account_id: number;
}

/** The time at which an account last ceased to have a plan. */
export interface FormerPlanTable {
  account_id: number;
  plan: PlanName;
  ended_at: number;
}

/** Requests to an endpoint that were not stored: alike ones within a minute are one row (`refusal-log/`). */
export interface RefusalTable {
  endpoint_id: number;
  /** Counts the rows of the endpoint, and those more than a hundred behind are removed. */
  number: number;
  /** The time of the first of them. */
  first_at: number;
  reason: RefusedReason;
  /** Null if they were not answered. */
  status: number | null;
  /** Null if it could not be read. */
  method: string | null;
  /** What alike ones have in common, in one text: endpoint, reason, status, method, and the network of their senders. */
  kind: string;
  /** A sentence about the fault of a malformed one. */
  detail: string | null;
  /** What the first one had: its path without the query, its sender's address, the bytes of its body. */
  path: string | null;
  ip_address: string;
  body_bytes: number | null;
  count: number;
}

/** The registered accounts that may act for a team. */
export interface MemberTable {
  team_id: number;
  account_id: number;
  role: Role;
  joined_at: number;
}

/** Whoever has the secret may become a member, once. */
export interface InvitationTable {
  id: Generated<number>;
  team_id: number;
  role: Role;
  /** SHA-256 of the secret in its address. */
  secret_hash: string;
  created_by: number;
  created_at: number;
  expires_at: number;
}

/** Whom an identity provider calls by these two names. */
export interface IdentityTable {
  issuer: string;
  subject: string;
  account_id: number;
  created_at: number;
}

/** One captured request, or what is and will be stored for an endpoint, shown to whoever has the secret. */
export interface ShareTable {
  id: Generated<number>;
  account_id: number;
  /** The account that made it: that of the row above, or a member of that team. */
  created_by: number;
  /** SHA-256 of the secret in its address. */
  secret_hash: string;
  /** The endpoint, also where one request alone is shown: a request ends with it. */
  endpoint_id: number;
  capture_id: number | null;
  redact: 'secrets' | 'values';
  /** Names whose values are hidden as well, in a JSON list. */
  fields: string;
  created_at: number;
  expires_at: number;
}

/** Who did what to an account. */
export interface AuditTable {
  id: Generated<number>;
  account_id: number;
  at: number;
  action: string;
  /** The email of who did it, or what stands for it. */
  actor: string;
  subject: string | null;
  /** Null for operators and payments. */
  ip_address: string | null;
  /** What is alike has the same: it is counted in one row. */
  kind: string;
  count: number;
}
