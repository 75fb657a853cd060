import type { AuditEntry } from '@hookwell/client';

type Action = AuditEntry['action'];

/** What was done. The second words stand before a subject; without them, the first do. */
const words: Readonly<Record<Action, readonly [alone: string, before?: string]>> = {
  'account.create': ['Made the account'],
  'account.register': ['Registered the account'],
  login: ['Logged in', 'Logged in by'],
  'login.failed': ['Failed to log in: a wrong password'],
  logout: ['Logged out'],
  'session.take': ['Took a session over by a code'],
  'password.change': ['Changed the password'],
  'identity.join': ['Took the account over by single sign-on', 'Took the account over by'],
  'identity.unlink': ['Took single sign-on from the account', 'Took the account from'],
  'guest.merge': ['Moved the endpoints of a guest here', 'Moved here from a guest:'],
  'plan.change': ['Changed the plan', 'Changed the plan to'],
  'key.create': ['Made the API key'],
  'key.delete': ['Deleted the API key'],
  'endpoint.create': ['Made the endpoint'],
  'endpoint.rename': ['Renamed an endpoint', 'Renamed the endpoint to'],
  'endpoint.delete': ['Deleted the endpoint'],
  'endpoint.regenerate': [
    'Deleted all endpoints and made a new one',
    'Deleted all endpoints and made',
  ],
  'endpoint.move': ['Moved the endpoint'],
  'settings.change': ['Changed the settings of'],
  'settings.delete': ['Removed the settings of'],
  'contract.change': ['Changed the pinned shapes of'],
  'contract.delete': ['Removed the pinned shapes of'],
  'request.delete': ['Deleted a captured request'],
  'requests.clear': ['Cleared all endpoints', 'Cleared'],
  'share.create': ['Made a share', 'Made the'],
  'share.delete': ['Ended a share', 'Ended the'],
  'team.create': ['Made the team'],
  'team.rename': ['Renamed the team', 'Renamed the team to'],
  'team.delete': ['Deleted the team'],
  'invitation.create': ['Made an invitation', 'Made an invitation:'],
  'invitation.delete': ['Withdrew an invitation', 'Withdrew an invitation:'],
  'invitation.accept': ['Joined by an invitation', 'Joined by an invitation:'],
  'member.to-viewer': ['Made a member a viewer', 'Made a viewer:'],
  'member.to-member': ['Made a viewer or owner a member', 'Made a member:'],
  'member.to-owner': ['Made a member an owner', 'Made an owner:'],
  'member.remove': ['Removed a member', 'Removed the member'],
};

/** Words for an action, with or without a subject after them. One of a newer service than this page keeps its own name. */
export function actionWords(action: Action, hasSubject: boolean): string {
  const known = new Map<string, readonly [string, string?]>(Object.entries(words)).get(action);
  if (known === undefined) return action;
  const [alone, before = alone] = known;
  return hasSubject ? before : alone;
}
