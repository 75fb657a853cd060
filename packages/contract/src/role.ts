import { Type } from 'typebox';

/** What a member of a team may do: each role includes those before it. */
export const roles = ['viewer', 'member', 'owner'] as const;
export type Role = (typeof roles)[number];

export const RoleName = Type.Unsafe<Role>({ type: 'string', enum: [...roles] });
