import { type FormEvent, useEffect, useRef } from 'react';
import { Button } from '../ui/button.tsx';

/** A row for choosing a day, with the focus in it. */
export function DayField({
  onChoose,
  onCancel,
}: {
  /** Gets the day as `2026-11-22`. */
  onChoose: (day: string) => void;
  onCancel: () => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The menu that led here gives the focus back to its button first.
    const timer = setTimeout(() => input.current?.focus());
    return () => clearTimeout(timer);
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const day = input.current?.value ?? '';
    if (day !== '') onChoose(day);
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
          className="h-7 rounded-md border border-control bg-surface px-1.5"
          ref={input}
          required
          type="date"
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
