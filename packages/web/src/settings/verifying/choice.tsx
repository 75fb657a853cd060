import { inputClass } from '../../ui/field.tsx';
import { Labelled } from '../fields/labelled.tsx';

interface ChoiceProps<Name extends string> {
  label: string;
  value: Name | undefined;
  /** The choices, each with its words. The first one counts if nothing is chosen. */
  names: Readonly<Record<Name, string>>;
  onChange: (value: Name) => void;
  fault: string | undefined;
}

/** A choice of one of a few names. */
export function Choice<Name extends string>({
  label,
  value,
  names,
  onChange,
  fault,
}: ChoiceProps<Name>) {
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
