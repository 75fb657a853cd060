import { Type } from 'typebox';

/** What a member of a team may do: each role includes those before it. */
export const roles = ['viewer', 'member', 'owner'] as const;
export type Role = (typeof roles)[number];

export const RoleName = Type.Unsafe<Role>({ type: 'string', enum: [...roles] });

/** The least role for what an operation does or gives for some of its callers alone. */
export const leastRoleOfParts = {
  /** The subscription in `getPrincipal`, addresses to pay at in `listPlans`. */
  payments: 'owner',
  /** In `listApiKeys` and `deleteApiKey`. */
  keysOfOthers: 'owner',
  /** `answers` in `liveStream`, which delay senders. */
  liveAnswers: 'member',
} as const satisfies Readonly<Record<string, Role>>;
