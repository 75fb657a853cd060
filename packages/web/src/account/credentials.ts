export const minimumPasswordLength = 8;
const maximumPasswordLength = 256;

/** Something, an @, and a host of two names or more. The service looks closer. */
const emailForm = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** What is wrong with an email before it is sent anywhere. */
export function emailProblem(email: string): string | undefined {
  if (email === '') return 'Enter your email address.';
  return emailForm.test(email) ? undefined : 'This is not an email address yet: name@example.com.';
}

/** What is wrong with a password that is to be set. Length is counted as the service does: in code points. */
export function newPasswordProblem(password: string): string | undefined {
  const { length } = [...password];
  if (length === 0) return 'Choose a password.';
  if (length < minimumPasswordLength) {
    return `${length} of at least ${minimumPasswordLength} characters.`;
  }
  if (length <= maximumPasswordLength) return undefined;
  return `At most ${maximumPasswordLength} characters, and this has ${length}.`;
}

/** What is wrong with a password that was set some time ago. */
export function standingPasswordProblem(password: string): string | undefined {
  return password === '' ? 'Enter your password.' : undefined;
}
