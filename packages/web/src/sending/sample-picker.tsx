import { samples } from '@hookwell/client/samples';
import { type RefObject, useId, useRef } from 'react';
import { inputClass } from '../ui/field.tsx';

const senders = [...new Set(samples.map(({ sender }) => sender))];

interface SamplePickerProps {
  chosen: string;
  ref: RefObject<HTMLSelectElement | null>;
  /**
   * Called with the id of a sample, `curl`, or an empty text, and whether the user may be on the way to another one: arrow keys
   * choose each that they pass.
   */
  onChoose: (id: string, isPassing: boolean) => void;
}

/** Chooses a request of a well-known sender to begin with. */
export function SamplePicker({ chosen, onChoose, ref }: SamplePickerProps) {
  const id = useId();
  const lastKey = useRef('');
  return (
    <div>
      <label className="mb-1 block font-medium" htmlFor={id}>
        Begin with
      </label>
      <select
        className={inputClass}
        id={id}
        onChange={({ target }) => onChoose(target.value, lastKey.current.startsWith('Arrow'))}
        onKeyDown={({ key }) => {
          lastKey.current = key;
        }}
        onPointerDown={() => {
          lastKey.current = '';
        }}
        ref={ref}
        value={chosen}
      >
        <option value="">An empty request</option>
        <option value="curl">A curl command</option>
        {senders.map((sender) => (
          <optgroup key={sender} label={sender}>
            {samples
              .filter((sample) => sample.sender === sender)
              .map((sample) => (
                <option key={sample.id} value={sample.id}>
                  {sender}: {sample.title}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
    </div>
  );
}
