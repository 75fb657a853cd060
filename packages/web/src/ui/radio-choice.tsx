import { useId } from 'react';

interface RadioChoiceProps {
  /** The same for all choices of a group. */
  name: string;
  label: string;
  hint: string;
  isChosen: boolean;
  onChoose: () => void;
}

/** One of several choices, with a line about it. */
export function RadioChoice({ name, label, hint, isChosen, onChoose }: RadioChoiceProps) {
  const id = useId();
  return (
    <div className="flex gap-2">
      <input
        aria-describedby={`${id}-hint`}
        checked={isChosen}
        className="mt-0.5 size-4 shrink-0 accent-accent"
        id={id}
        name={name}
        onChange={onChoose}
        type="radio"
      />
      <div>
        <label className="font-medium" htmlFor={id}>
          {label}
        </label>
        <p className="text-xs text-muted" id={`${id}-hint`}>
          {hint}
        </p>
      </div>
    </div>
  );
}
