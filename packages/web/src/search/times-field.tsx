import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../ui/controls.tsx';

/** A range of time as date fields give it (`2026-11-22T14:05` or `…:09`), in the time zone of the browser. One end may be empty. */
export interface ChosenTimes {
  since: string;
  until: string;
}

/** A row for choosing since when, until when, or both. The focus is in it. */
export function TimesField({
  onChoose,
  onCancel,
}: {
  onChoose: (times: ChosenTimes) => void;
  onCancel: () => void;
}) {
  const [since, setSince] = useState('');
  const [until, setUntil] = useState('');
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The menu that led here gives the focus back to its button first.
    const timer = setTimeout(() => first.current?.focus());
    return () => clearTimeout(timer);
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChoose({ since, until });
  };
  return (
    <form
      className="flex flex-wrap items-center gap-2 px-1 pt-2 text-xs"
      onKeyDown={({ key }) => {
        if (key === 'Escape') onCancel();
      }}
      onSubmit={submit}
    >
      <label className="flex items-center gap-2">
        Since
        <input
          className={inputClass}
          max={until || undefined}
          onChange={(event) => setSince(event.target.value)}
          ref={first}
          required={until === ''}
          step={1}
          type="datetime-local"
          value={since}
        />
      </label>
      <label className="flex items-center gap-2">
        Until
        <input
          className={inputClass}
          min={since || undefined}
          onChange={(event) => setUntil(event.target.value)}
          required={since === ''}
          step={1}
          type="datetime-local"
          value={until}
        />
      </label>
      <Button size="small" tone="primary" type="submit">
        Apply
      </Button>
      <Button onClick={onCancel} size="small" tone="quiet">
        Cancel
      </Button>
    </form>
  );
}

const inputClass = 'h-7 rounded-md border border-control bg-surface px-1.5';
