import { findScheme, type Scheme, schemes } from '@hookwell/signatures';
import { useContext, useMemo } from 'react';
import { useKnownSenders } from '../../labels/use-labels.ts';
import { guessSchemes, isGeneral } from '../../signatures/scheme-facts.ts';
import { inputClass } from '../../ui/field.tsx';
import { OfferedFromContext } from '../fields/known-requests.ts';
import { Labelled } from '../fields/labelled.tsx';

interface SchemeSelectProps {
  /** The name of the scheme; `undefined`: nothing is verified. */
  value: string | undefined;
  onChange: (scheme: string | undefined) => void;
  fault: string | undefined;
}

const mostGuesses = 3;

/** The schemes by their titles: those of captured requests first, then those of single senders. */
export function SchemeSelect({ value, onChange, fault }: SchemeSelectProps) {
  const guessed = useGuessedSchemes();
  const isKnown = value === undefined || findScheme(value) !== undefined;
  return (
    <div data-settings-field="scheme">
      <Labelled fault={fault} label="Signed by">
        {(field) => (
          <select
            {...field}
            className={inputClass}
            onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
            value={value ?? ''}
          >
            <option value="">Nobody: not verified</option>
            {!isKnown && <option value={value}>{value}</option>}
            <Group label="Seen in captured requests" schemes={guessed} />
            <Group
              label="Senders"
              schemes={byTitle.filter((scheme) => !isGeneral(scheme) && !guessed.includes(scheme))}
            />
            <Group
              label="For many senders"
              schemes={byTitle.filter((scheme) => isGeneral(scheme) && !guessed.includes(scheme))}
            />
          </select>
        )}
      </Labelled>
    </div>
  );
}

const byTitle = schemes.toSorted((one, other) => one.title.localeCompare(other.title, 'en'));
function Group({ label, schemes }: { label: string; schemes: readonly Scheme[] }) {
  if (schemes.length === 0) return null;
  return (
    <optgroup label={label}>
      {schemes.map(({ name, title }) => (
        <option key={name} value={name}>
          {title}
        </option>
      ))}
    </optgroup>
  );
}

/** The schemes that the captured requests may be signed by, the newest first. */
function useGuessedSchemes(): readonly Scheme[] {
  const { requests } = useContext(OfferedFromContext);
  const senders = useKnownSenders(requests);
  return useMemo(() => {
    const found = requests.flatMap(({ headers }, index) =>
      guessSchemes(schemes, { headers, sender: senders[index] }),
    );
    return [...new Set(found)].slice(0, mostGuesses);
  }, [requests, senders]);
}
