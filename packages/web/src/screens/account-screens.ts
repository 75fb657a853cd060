/**
 * The screens about people, accounts and teams. They are one part of the page, since each part costs the first view some hundred
 * bytes to name.
 */
export { AccountScreen } from '../account/account-screen.tsx';
export { LoginScreen, RegisterScreen } from '../account/entrance-screens.tsx';
