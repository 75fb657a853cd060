import type { BodyViewName, OfferedView } from './body-views.ts';

interface ViewButtonsProps {
  offered: readonly OfferedView[];
  view: BodyViewName;
  onView: (view: BodyViewName) => void;
}

/** The choice among the views of a body. */
export function ViewButtons({ offered, view, onView }: ViewButtonsProps) {
  return (
    <fieldset className="flex gap-0.5 rounded-lg bg-raised p-0.5">
      <legend className="sr-only">View of the body</legend>
      {offered.map((choice) => (
        <button
          aria-pressed={choice.view === view}
          className="h-6 rounded-md px-2 text-xs font-medium text-muted hover:text-text aria-pressed:bg-surface aria-pressed:text-text aria-pressed:ring-1 aria-pressed:ring-line"
          key={choice.view}
          onClick={() => onView(choice.view)}
          type="button"
        >
          {choice.label}
        </button>
      ))}
    </fieldset>
  );
}
