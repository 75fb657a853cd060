import { useState } from 'react';
import { IconButton } from '../ui/controls.tsx';
import { Field, type FieldProps } from '../ui/field.tsx';
import { EyeIcon, EyeOffIcon } from '../ui/part-icons.tsx';

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

interface PasswordFieldProps extends Omit<FieldProps, 'type' | 'aside' | 'autoComplete'> {
  /** With `new-password`, password managers offer one. */
  autoComplete: 'current-password' | 'new-password';
}

/** A field for a password, which is hidden unless the user asks to see it. */
export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Field
      {...props}
      aside={
        <IconButton
          aria-pressed={isShown}
          label={`Show the ${props.label.toLowerCase()}`}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <EyeOffIcon /> : <EyeIcon />}
        </IconButton>
      }
      autoCapitalize="none"
      spellCheck={false}
      type={isShown ? 'text' : 'password'}
    />
  );
}
