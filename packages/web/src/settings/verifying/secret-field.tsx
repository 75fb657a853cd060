import type { SecretForm } from '@hookwell/core/signatures';
import { useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { inputClass } from '../../ui/field.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { EyeIcon, EyeOffIcon } from '../../ui/part-icons.tsx';
import { Labelled } from '../fields/labelled.tsx';

interface SecretFieldProps {
  label: string;
  form: SecretForm;
  value: string;
  onChange: (value: string) => void;
  /** The place where the sender shows it. */
  hint: string | undefined;
  fault: string | undefined;
  /** Whether the settings cannot be saved without it. */
  isMissing: boolean;
  onRemove: (() => void) | undefined;
}

/** Keys that everybody may know, which are texts of several lines. */
const publicForms: readonly string[] = ['public-key', 'certificate', 'jwk'];

const placeholders: Partial<Record<string, string>> = {
  whsec: 'whsec_…',
  'user-password': 'user:password',
  certificate: '-----BEGIN CERTIFICATE-----',
};

/**
 * A field for a secret, which is hidden unless the user asks to see it. Browsers would offer to keep the value of a
 * password field, so it is a text field with hidden characters.
 */
export function SecretField(props: SecretFieldProps) {
  const { label, form, value, onChange, hint, fault, isMissing, onRemove } = props;
  const [isShown, setShown] = useState(false);
  const isPublic = publicForms.includes(form);
  const shared = {
    'aria-required': isMissing || undefined,
    autoCapitalize: 'off',
    autoComplete: 'off',
    autoCorrect: 'off',
    'data-1p-ignore': true,
    'data-lpignore': 'true',
    'data-missing': isMissing || undefined,
    placeholder: placeholders[form],
    spellCheck: false,
    value,
  };
  return (
    <Labelled fault={fault} hint={hint} label={label}>
      {(field) => (
        <div className="flex items-start gap-1">
          {isPublic ? (
            <textarea
              {...field}
              {...shared}
              className={`${inputClass} block h-auto resize-y py-1.5 font-mono text-[0.8125rem] break-all`}
              onChange={({ target }) => onChange(target.value)}
              rows={4}
            />
          ) : (
            <div className="relative min-w-0 grow">
              <input
                {...field}
                {...shared}
                className={`${inputClass} pr-10 font-mono text-[0.8125rem] placeholder-shown:[-webkit-text-security:none] ${isShown ? '' : '[-webkit-text-security:disc]'}`}
                onChange={({ target }) => onChange(target.value)}
                type="text"
              />
              <div className="absolute inset-y-0 right-0.5 flex items-center">
                <IconButton
                  aria-pressed={isShown}
                  label={`Show the ${label.toLowerCase()}`}
                  onClick={() => setShown(!isShown)}
                >
                  {isShown ? <EyeOffIcon /> : <EyeIcon />}
                </IconButton>
              </div>
            </div>
          )}
          {onRemove !== undefined && (
            <IconButton label={`Remove ${label}`} onClick={onRemove}>
              <CloseIcon className="size-3.5" />
            </IconButton>
          )}
        </div>
      )}
    </Labelled>
  );
}
