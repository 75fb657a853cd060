import type { Role } from '@hookwell/client';

/** The roles with what each may do, the least first. */
export const roleChoices: readonly { role: Role; title: string; may: string }[] = [
  { role: 'viewer', title: 'Viewer', may: 'sees everything and changes nothing' },
  { role: 'member', title: 'Member', may: 'changes endpoints, requests and shares, has API keys' },
  { role: 'owner', title: 'Owner', may: 'does everything, also members, the plan and the audit' },
];

export function roleTitle(role: Role): string {
  return roleChoices.find((choice) => choice.role === role)?.title ?? role;
}
