/**
 * The screens about people, accounts and teams, and some dialogs. They are one part of the page, since each part costs the first
 * view some hundred bytes to name.
 */
export { AccountScreen } from '../account/account-screen.tsx';
export { AuditScreen } from '../account/audit-screen.tsx';
export { LoginScreen, RegisterScreen } from '../account/entrance-screens.tsx';
export { HandoffScreen, TerminalDialog } from '../account/handoff.tsx';
export { JoinScreen } from '../team/join-screen.tsx';
export { MoveDialog } from '../team/move-dialog.tsx';
export { NewTeamDialog, TeamScreen } from '../team/team-screen.tsx';
