/**
 * The screens about people, accounts and teams, and a dialog. They are one part of the page, since each part costs the first
 * view some hundred bytes to name.
 */
export { AccountScreen } from '../account/account-screen.tsx';
export { LoginScreen, RegisterScreen } from '../account/entrance-screens.tsx';
export { AuditScreen } from '../audit/audit-screen.tsx';
export { JoinScreen } from '../team/join-screen.tsx';
export { TeamScreen } from '../team/team-screen.tsx';
