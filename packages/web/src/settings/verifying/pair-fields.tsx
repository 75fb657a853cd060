import type { DraftVerify } from '../draft/draft-verify.ts';
import { SuggestedField } from '../fields/suggested-field.tsx';

type Pairs = NonNullable<DraftVerify['pairs']>;

interface PairFieldsProps {
  pairs: Pairs;
  onChange: (changes: Partial<DraftVerify>) => void;
  fault: (name: string) => string | undefined;
}

/** The names in a header of pairs. */
export function PairFields({ pairs, onChange, fault }: PairFieldsProps) {
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
export function withPairs({ signed }: DraftVerify, isPairs: boolean): Partial<DraftVerify> {
  return isPairs
    ? {
        pairs: { signature: 'v1', timestamp: 't' },
        ...{ prefix: '', timestampHeader: '' },
        ...(signed === '{body}' && { signed: timeAndBody }),
      }
    : { pairs: undefined, ...(signed === timeAndBody && { signed: '{body}' }) };
}
