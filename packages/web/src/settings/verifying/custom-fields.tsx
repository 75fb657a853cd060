import { useId } from 'react';
import { inputClass } from '../../ui/field.tsx';
import type { DraftVerify } from '../draft/draft-verify.ts';
import { type Fault, faultAt } from '../draft/faults.ts';
import { FaultLine } from '../fields/fault-line.tsx';
import { SuggestedField } from '../fields/suggested-field.tsx';
import type { Option } from '../fields/suggested-input.tsx';
import { signedExample } from './signed-example.ts';

interface CustomFieldsProps {
  verify: DraftVerify;
  onChange: (changes: Partial<DraftVerify>) => void;
  faults: readonly Fault[];
}

const headers: readonly Option[] = [
  { label: 'X-Signature' },
  { label: 'X-Webhook-Signature' },
  { label: 'X-Hub-Signature-256' },
];
const prefixes: readonly Option[] = [{ label: 'sha256=' }, { label: 'v1=' }];
const signedTexts: readonly Option[] = [
  { label: '{body}', hint: 'The body alone.' },
  { label: '{timestamp}.{body}', hint: 'The time from a header, a full stop, and the body.' },
  { label: '{id}.{timestamp}.{body}', hint: 'As Standard Webhooks does.' },
  { label: '{url}{body}', hint: 'The URL that the sender was given, and the body.' },
];

/** The fields for the signed text and the place of the signature, for a sender without a scheme of its own. */
export function CustomFields({ verify, onChange, faults }: CustomFieldsProps) {
  const fault = (name: keyof DraftVerify) => withLabels(faultAt(faults, `verify.${name}`));
  const { header, prefix, signed, timestampHeader, idHeader } = verify;
  return (
    <div className="space-y-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <SuggestedField
          fault={fault('header')}
          label="Header with the signature"
          onChange={(changed) => onChange({ header: changed })}
          options={headers}
          value={header}
        />
        <SuggestedField
          fault={fault('prefix')}
          label="Text before the signature"
          onChange={(changed) => onChange({ prefix: changed })}
          options={prefixes}
          placeholder="none"
          value={prefix}
        />
        <Choice
          fault={fault('algorithm')}
          label="Algorithm"
          names={{ sha256: 'HMAC-SHA256', sha512: 'HMAC-SHA512', sha1: 'HMAC-SHA1' }}
          onChange={(algorithm) => onChange({ algorithm })}
          value={verify.algorithm}
        />
        <Choice
          fault={fault('encoding')}
          label="Encoding"
          names={{ hex: 'Hexadecimal', base64: 'Base64' }}
          onChange={(encoding) => onChange({ encoding })}
          value={verify.encoding}
        />
      </div>
      <SuggestedField
        fault={fault('signed')}
        hint="A text with {body} {timestamp} {id} {url} {method} in it, as the sender puts it together."
        label="What is signed"
        onChange={(changed) => onChange({ signed: changed })}
        options={signedTexts}
        value={signed}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <SuggestedField
          fault={fault('timestampHeader')}
          label="Header with the time"
          onChange={(changed) => onChange({ timestampHeader: changed })}
          options={[{ label: 'X-Timestamp' }, { label: 'X-Webhook-Timestamp' }]}
          placeholder="none"
          value={timestampHeader}
        />
        <SuggestedField
          fault={fault('idHeader')}
          label="Header with the delivery's id"
          onChange={(changed) => onChange({ idHeader: changed })}
          options={[{ label: 'X-Webhook-Id' }, { label: 'Idempotency-Key' }]}
          placeholder="none"
          value={idHeader}
        />
      </div>
      <Example verify={verify} />
    </div>
  );
}

/** A sentence about members of the settings, in the words of the form. */
function withLabels(sentence: string | undefined): string | undefined {
  return sentence
    ?.replace('timestampHeader', 'a header with the time')
    .replace('idHeader', "a header with the delivery's id")
    .replace(/^signed has/, 'What is signed has');
}

/** A request of such a sender, so that the fields can be compared with what it documents. */
function Example({ verify }: { verify: DraftVerify }) {
  const { lines, signed } = signedExample(verify);
  return (
    <section aria-label="Example" className="rounded-lg bg-raised px-3 py-2 text-xs">
      <p className="text-muted">
        A request would then have these headers, with the signature of the second text:
      </p>
      <pre className="mt-1 font-mono wrap-anywhere whitespace-pre-wrap">{lines.join('\n')}</pre>
      <pre className="mt-1.5 border-t border-line pt-1.5 font-mono wrap-anywhere whitespace-pre-wrap">
        {signed}
      </pre>
    </section>
  );
}

interface ChoiceProps<Name extends string> {
  label: string;
  value: Name | '';
  /** The choices, each with its words. The first one counts if nothing is chosen. */
  names: Readonly<Record<Name, string>>;
  onChange: (value: Name) => void;
  fault: string | undefined;
}

function Choice<Name extends string>({ label, value, names, onChange, fault }: ChoiceProps<Name>) {
  const id = useId();
  const all = Object.keys(names) as Name[];
  return (
    <div>
      <label className="mb-1 block font-medium" htmlFor={id}>
        {label}
      </label>
      <select
        aria-invalid={fault !== undefined || undefined}
        className={inputClass}
        id={id}
        onChange={({ target }) => {
          const chosen = all.find((name) => name === target.value);
          if (chosen !== undefined) onChange(chosen);
        }}
        value={value === '' ? all[0] : value}
      >
        {all.map((name) => (
          <option key={name} value={name}>
            {names[name]}
          </option>
        ))}
      </select>
      <FaultLine fault={fault} id={`${id}-fault`} />
    </div>
  );
}
