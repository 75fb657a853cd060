/**
 * The screens about people, accounts and teams, and two dialogs. They are one part of the page, since each part costs the first
 * view some hundred bytes to name.
 */
export { AccountScreen } from '../account/account-screen.tsx';
export { LoginScreen, RegisterScreen } from '../account/entrance-screens.tsx';
export { HandoffScreen } from '../account/handoff-screen.tsx';
export { AuditScreen } from '../audit/audit-screen.tsx';
export { TerminalDialog } from '../teaching/terminal-dialog.tsx';
export { JoinScreen } from '../team/join-screen.tsx';
export { MoveDialog } from '../team/move-dialog.tsx';
export { TeamScreen } from '../team/team-screen.tsx';
