import { inputClass } from '../../ui/field.tsx';
import { type DraftVerify, textField, type VerifyText } from '../draft/draft-verify.ts';
import { type Fault, faultAt } from '../draft/faults.ts';
import { Labelled } from '../fields/labelled.tsx';
import { type Option, SuggestedField } from '../fields/suggested-field.tsx';

type Pairs = NonNullable<DraftVerify['pairs']>;

interface PairFieldsProps {
  pairs: Pairs;
  onChange: (changes: Partial<DraftVerify>) => void;
  fault: (name: string) => string | undefined;
}

/** The names in a header of pairs. */
function PairFields({ pairs, onChange, fault }: PairFieldsProps) {
  const field = (name: keyof Pairs) => ({
    value: pairs[name] ?? '',
    onChange: (text: string) => onChange({ pairs: { ...pairs, [name]: text } }),
    fault: fault(`pairs.${name}`),
  });
  return (
    <>
      <SuggestedField
        {...field('signature')}
        hint="Of several, any counts."
        label="Name before the signature"
        options={[{ label: 'v1' }, { label: 's' }, { label: 'signature' }]}
      />
      <SuggestedField
        {...field('timestamp')}
        label="Name before the time"
        options={[{ label: 't' }, { label: 'ts' }]}
        placeholder="none"
      />
      <SuggestedField
        {...field('separator')}
        label="Between two pairs"
        options={[{ label: ',' }, { label: ';' }]}
        placeholder=","
      />
    </>
  );
}

const timeAndBody = '{timestamp}.{body}';

/** The changes that begin with pairs, or with a header that has the signature alone, as senders use them mostly. */
function withPairs({ signed }: DraftVerify, isPairs: boolean): Partial<DraftVerify> {
  return isPairs
    ? {
        pairs: { signature: 'v1', timestamp: 't' },
        ...{ prefix: '', timestampHeader: '' },
        ...(signed === '{body}' && { signed: timeAndBody }),
      }
    : { pairs: undefined, ...(signed === timeAndBody && { signed: '{body}' }) };
}

const body = '{"order": 17}';
const time = '1767225600';
const exampleId = 'evt_17';
const url = 'https://hooks.example.com/wh/token';
const bytes = { md5: 16, sha1: 20, sha256: 32, sha512: 64 } as const;

/** The lines of an example request that concern its signature, and the text that is signed. */
function signedExample(verify: DraftVerify): { lines: string[]; signed: string } {
  const { header, prefix, pairs, timestampHeader, idHeader } = verify;
  const before = pairs ? `${timePair(pairs)}${pairs.signature}=` : (prefix ?? '');
  const lines = [
    `${header ?? ''}: ${before}${signatureWords(verify)}`,
    ...(timestampHeader ? [`${timestampHeader}: ${time}`] : []),
    ...(idHeader ? [`${idHeader}: ${exampleId}`] : []),
    '',
    body,
  ];
  const values: Readonly<Record<string, string>> = {
    body,
    timestamp: time,
    id: exampleId,
    url,
    method: 'POST',
  };
  const signed = (verify.signed || '{body}').replace(
    placeholder,
    (written, name: string) => values[name] ?? written,
  );
  return { lines, signed };
}

const placeholder = /\{(\w+)\}/g;

function timePair({ timestamp, separator }: NonNullable<DraftVerify['pairs']>): string {
  return timestamp ? `${timestamp}=${time}${separator || ','}` : '';
}

function signatureWords({ algorithm, encoding }: DraftVerify): string {
  const length = bytes[algorithm ?? 'sha256'];
  if (encoding === 'base64') return `(${4 * Math.ceil(length / 3)} characters of Base64)`;
  return encoding === 'base64url'
    ? `(${Math.ceil((4 * length) / 3)} characters of Base64 for URLs)`
    : `(${2 * length} hexadecimal digits)`;
}

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
  const fault = (name: string) => withLabels(faultAt(faults, `verify.${name}`));
  const text = (name: VerifyText) => ({
    ...textField(name, verify, onChange),
    fault: fault(name),
  });
  return (
    <div className="space-y-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <SuggestedField {...text('header')} label="Header with the signature" options={headers} />
        <Choice
          fault={undefined}
          label="That header has"
          names={{ signature: 'The signature', pairs: 'Pairs such as t=…,v1=…' }}
          onChange={(form) => onChange(withPairs(verify, form === 'pairs'))}
          value={verify.pairs === undefined ? 'signature' : 'pairs'}
        />
        {verify.pairs === undefined ? (
          <SuggestedField
            {...text('prefix')}
            hint="Of several, with commas or spaces between them, any counts."
            label="Text before the signature"
            options={prefixes}
            placeholder="none"
          />
        ) : (
          <PairFields fault={fault} onChange={onChange} pairs={verify.pairs} />
        )}
        <Choice
          fault={fault('algorithm')}
          label="Algorithm"
          names={{
            ...{ sha256: 'HMAC-SHA256', sha512: 'HMAC-SHA512' },
            ...{ sha1: 'HMAC-SHA1', md5: 'HMAC-MD5' },
          }}
          onChange={(algorithm) => onChange({ algorithm })}
          value={verify.algorithm}
        />
        <Choice
          fault={fault('encoding')}
          label="Encoding"
          names={{ hex: 'Hexadecimal', base64: 'Base64', base64url: 'Base64 for URLs' }}
          onChange={(encoding) => onChange({ encoding })}
          value={verify.encoding}
        />
        <Choice
          fault={fault('secretEncoding')}
          label="Key"
          names={{
            text: 'The secret as it is',
            base64: 'Decoded from Base64',
            hex: 'Decoded from hexadecimal',
          }}
          onChange={(secretEncoding) => onChange({ secretEncoding })}
          value={verify.secretEncoding}
        />
      </div>
      <SuggestedField
        {...text('signed')}
        hint="A text with {body} {timestamp} {id} {url} {method} in it, as the sender puts it together."
        label="What is signed"
        options={signedTexts}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        {!verify.pairs?.timestamp && (
          <SuggestedField
            {...text('timestampHeader')}
            label="Header with the time"
            options={[{ label: 'X-Timestamp' }, { label: 'X-Webhook-Timestamp' }]}
            placeholder="none"
          />
        )}
        <SuggestedField
          {...text('idHeader')}
          label="Header with the delivery's id"
          options={[{ label: 'X-Webhook-Id' }, { label: 'Idempotency-Key' }]}
          placeholder="none"
        />
      </div>
      <Example verify={verify} />
    </div>
  );
}

/** A sentence about members of the settings, in the words of the form. */
function withLabels(sentence: string | undefined): string | undefined {
  return sentence
    ?.replace('timestampHeader or pairs.timestamp', 'a header with the time, or a pair')
    .replace(/pairs: \{.*\} reads/, 'choose pairs for')
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
  value: Name | undefined;
  /** The choices, each with its words. The first one counts if nothing is chosen. */
  names: Readonly<Record<Name, string>>;
  onChange: (value: Name) => void;
  fault: string | undefined;
}

/** A choice of one of a few names. */
function Choice<Name extends string>({ label, value, names, onChange, fault }: ChoiceProps<Name>) {
  const all = Object.keys(names) as Name[];
  return (
    <Labelled fault={fault} label={label}>
      {(field) => (
        <select
          {...field}
          className={inputClass}
          onChange={({ target }) => {
            const chosen = all.find((name) => name === target.value);
            if (chosen !== undefined) onChange(chosen);
          }}
          value={value ?? all[0]}
        >
          {all.map((name) => (
            <option key={name} value={name}>
              {names[name]}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}
