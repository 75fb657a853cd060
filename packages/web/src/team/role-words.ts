import type { Role } from '@hookwell/client';

/** The roles with what each may do, the least first. */
export const roleChoices: readonly { role: Role; may: string }[] = [
  { role: 'viewer', may: 'sees everything and changes nothing' },
  { role: 'member', may: 'changes endpoints, requests and shares, has API keys' },
  { role: 'owner', may: 'does everything, also members, the plan and the audit' },
];
