export const leastPasswordCharacters = 8;
const mostPasswordCharacters = 256;

/** Some text, an @, and a host of two names or more. The service checks more. */
const emailForm = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** Finds a problem of an email address before it is sent. */
export function emailProblem(email: string): string | undefined {
  if (email === '') return 'Enter your email address.';
  return emailForm.test(email) ? undefined : 'This is not an email address yet: name@example.com.';
}

/** Finds a problem of a new password. The length is counted in code points, as the service does. */
export function newPasswordProblem(password: string): string | undefined {
  const { length } = [...password];
  if (length === 0) return 'Choose a password.';
  if (length < leastPasswordCharacters) {
    return `${length} of at least ${leastPasswordCharacters} characters.`;
  }
  if (length <= mostPasswordCharacters) return undefined;
  return `At most ${mostPasswordCharacters} characters, and this has ${length}.`;
}

/** Finds a problem of a password that was set earlier. */
export function standingPasswordProblem(password: string): string | undefined {
  return password === '' ? 'Enter your password.' : undefined;
}
