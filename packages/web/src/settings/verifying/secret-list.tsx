import type { Scheme, SecretForm } from '@hookwell/core/signatures';
import { useId, useRef, useState } from 'react';
import { ShownText } from '../../request/shown-text.tsx';
import { Button, IconButton } from '../../ui/controls.tsx';
import { inputClass, useFocusOnKey } from '../../ui/field.tsx';
import { CloseIcon, PlusIcon } from '../../ui/icons.tsx';
import { EyeIcon, EyeOffIcon, KeyIcon } from '../../ui/part-icons.tsx';
import { announce } from '../../ui/toasts.tsx';
import { type DraftSecret, draftSecret, isEmpty, placeOfSecret } from '../draft/draft-verify.ts';
import { type Fault, faultAt } from '../draft/faults.ts';
import { FaultLine, Labelled } from '../fields/labelled.tsx';

interface SecretListProps {
  scheme: Scheme | undefined;
  secrets: readonly DraftSecret[];
  onChange: (secrets: readonly DraftSecret[]) => void;
  faults: readonly Fault[];
}

/** The secrets that may have made a signature: kept ones by their hints, others to type. */
export function SecretList({ scheme, secrets, onChange, faults }: SecretListProps) {
  const list = useRef<HTMLUListElement>(null);
  const focusSecret = useFocusOnKey(list, secrets);
  const words = scheme?.secret.words ?? 'Secret';
  const place = (index: number) => placeOfSecret(secrets, index);
  const put = (index: number, secret: DraftSecret) => onChange(secrets.with(index, secret));
  const add = () => {
    const added = draftSecret();
    focusSecret(added.key);
    onChange([...secrets, added]);
  };
  const remove = (index: number) => {
    onChange(secrets.toSpliced(index, 1));
    focusSecret((secrets[index + 1] ?? secrets[index - 1])?.key);
    announce(`Removed ${words} ${index + 1}`);
  };
  const firstEmpty = secrets.findIndex(isEmpty);
  const isMissing = faultAt(faults, 'verify.secrets') !== undefined;
  return (
    <div data-settings-field="secrets">
      <ul className="space-y-3" ref={list}>
        {secrets.map((secret, index) => {
          const label = secrets.length === 1 ? words : `${words} ${index + 1}`;
          const canBeRemoved = secrets.length > 1 || scheme?.secret.byHandshake === true;
          return (
            <li data-key={secret.key} key={secret.key}>
              {secret.hint === undefined ? (
                <SecretField
                  fault={isEmpty(secret) ? undefined : faultAt(faults, place(index))}
                  form={scheme?.secret.form ?? 'text'}
                  hint={index === 0 ? scheme?.secret.where : undefined}
                  isMissing={isMissing && index === firstEmpty}
                  label={label}
                  onChange={(text) => put(index, { ...secret, text })}
                  onRemove={canBeRemoved ? () => remove(index) : undefined}
                  value={secret.text}
                />
              ) : (
                <KeptSecret
                  fault={faultAt(faults, place(index))}
                  hint={secret.hint}
                  label={label}
                  onRemove={canBeRemoved ? () => remove(index) : undefined}
                  onReplace={() => {
                    focusSecret(secret.key);
                    put(index, { ...secret, hint: undefined, text: '' });
                  }}
                />
              )}
            </li>
          );
        })}
      </ul>
      {firstEmpty < 0 && (
        <Button className="mt-2" onClick={add} size="small">
          <PlusIcon className="size-3.5" />
          {secrets.length === 0
            ? `Add the ${words.toLowerCase()}`
            : `Add another ${words.toLowerCase()}`}
        </Button>
      )}
      <p className="mt-2 text-xs text-muted">{listHint(scheme, secrets)}</p>
    </div>
  );
}

function listHint(scheme: Scheme | undefined, secrets: readonly DraftSecret[]): string {
  if (secrets.length === 0) {
    return `${scheme?.title ?? 'The sender'} sends its secret in its handshake: add the handshake to the replies, and the secret is kept here.`;
  }
  return secrets.length === 1
    ? 'It is encrypted when you save, and cannot be read again: only its last characters are shown.'
    : 'A signature with any of them is valid, so a sender can change its secret at any time.';
}

interface KeptSecretProps {
  label: string;
  /** `…k3f9`, or `…` of a short one. */
  hint: string;
  fault: string | undefined;
  onReplace: () => void;
  onRemove: (() => void) | undefined;
}

/** A secret that the service keeps, of which only the last characters are known. */
function KeptSecret({ label, hint, fault, onReplace, onRemove }: KeptSecretProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <p className="mb-1 font-medium" id={id}>
        {label}
      </p>
      <div className="flex min-h-9 flex-wrap items-center gap-2 rounded-lg border border-line bg-raised py-0.5 pr-1 pl-2.5">
        <KeyIcon className="size-4 text-muted" />
        <p className="mr-auto min-w-0 wrap-anywhere">
          {hint === '…' ? (
            'A short one, of which nothing is shown'
          ) : (
            <>
              <span className="sr-only">It ends with </span>
              <span className="font-mono text-[0.8125rem]">
                <ShownText text={hint} />
              </span>
            </>
          )}
        </p>
        <Button aria-label={`Replace ${label}`} onClick={onReplace} size="small" tone="quiet">
          Replace
        </Button>
        {onRemove !== undefined && (
          <Button aria-label={`Remove ${label}`} onClick={onRemove} size="small" tone="quiet">
            Remove
          </Button>
        )}
      </div>
      <FaultLine fault={fault} id={`${id}-fault`} />
    </section>
  );
}

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
function SecretField(props: SecretFieldProps) {
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
