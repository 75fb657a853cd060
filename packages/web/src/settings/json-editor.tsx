import { useId, useRef } from 'react';
import { useMayChange } from '../session/session.ts';
import { inputClass } from '../ui/field.tsx';
import { plural } from '../ui/format.ts';
import { type Editing, placeInText } from './draft/editing.ts';
import { faultWords } from './fields/labelled.tsx';

interface JsonEditorProps {
  editing: Editing;
  onChange: (text: string) => void;
}

const mostFaults = 10;
const fewestLines = 12;
const mostLines = 40;

/** All settings as one JSON text, with a sentence about each fault. */
export function JsonEditor({ editing, onChange }: JsonEditorProps) {
  const { text, problem, faults } = editing;
  const id = useId();
  const mayChange = useMayChange();
  const area = useRef<HTMLTextAreaElement>(null);
  const select = (start: number, end: number) => {
    area.current?.focus();
    area.current?.setSelectionRange(start, end);
  };
  const shown = problem === undefined ? faults.slice(0, mostFaults) : [];
  const lines = text.split('\n', mostLines).length + 1;
  return (
    <div>
      <label className="sr-only" htmlFor={id}>
        Settings as JSON
      </label>
      <textarea
        aria-describedby={`${id}-faults`}
        aria-invalid={problem !== undefined || faults.length > 0 || undefined}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        className={`${inputClass} block h-auto resize-y py-2 font-mono text-[0.8125rem] leading-5`}
        id={id}
        onChange={({ target }) => onChange(target.value)}
        readOnly={!mayChange}
        ref={area}
        rows={Math.min(mostLines, Math.max(fewestLines, lines))}
        spellCheck={false}
        value={text}
      />
      <div className="mt-2 space-y-1 text-xs" id={`${id}-faults`} role="status">
        {problem !== undefined && (
          <FaultButton
            onSelect={() => select(problem.offset ?? 0, (problem.offset ?? 0) + 1)}
            words={faultWords(problem.sentence)}
          />
        )}
        {shown.map(({ place, sentence }) => (
          <FaultButton
            key={`${place} ${sentence}`}
            onSelect={() => {
              const { start, end } = placeInText(text, place) ?? { start: 0, end: 0 };
              select(start, end);
            }}
            place={place}
            words={sentence}
          />
        ))}
        {faults.length > shown.length && problem === undefined && (
          <p className="text-muted">
            {plural(faults.length - shown.length, 'more error')} further down.
          </p>
        )}
        {problem === undefined && faults.length === 0 && (
          <p className="text-muted">
            The form and the JSON are the same settings: a change in one shows in the other.
          </p>
        )}
      </div>
    </div>
  );
}

interface FaultButtonProps {
  place?: string;
  words: string;
  /** Selects the place in the text. */
  onSelect: () => void;
}

function FaultButton({ place, words, onSelect }: FaultButtonProps) {
  return (
    <button
      className="block w-full text-left wrap-anywhere text-danger hover:underline"
      onClick={onSelect}
      title="Select this place"
      type="button"
    >
      {place !== undefined && <code className="font-semibold">{place}</code>}
      {place !== undefined && ': '}
      {words}.
    </button>
  );
}
