import { useState } from 'react';
import { IconButton } from '../ui/controls.tsx';
import { Field, type FieldProps } from '../ui/field.tsx';
import { EyeIcon, EyeOffIcon } from '../ui/part-icons.tsx';

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
