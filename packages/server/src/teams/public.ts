export { removeExpiredInvitations } from './invitations.ts';
