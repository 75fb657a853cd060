import type { BodyKind } from './body-kind.ts';

export type BodyViewName = 'tree' | 'pretty' | 'raw' | 'hex';

export interface OfferedView {
  view: BodyViewName;
  label: string;
}

const special: Readonly<Record<BodyKind['content']['kind'], readonly OfferedView[]>> = {
  empty: [],
  binary: [],
  text: [],
  html: [],
  json: [
    { view: 'tree', label: 'Tree' },
    { view: 'pretty', label: 'Pretty' },
  ],
  'json-lines': [
    { view: 'tree', label: 'Rows' },
    { view: 'pretty', label: 'Pretty' },
  ],
  form: [{ view: 'pretty', label: 'Fields' }],
  multipart: [{ view: 'pretty', label: 'Parts' }],
  xml: [{ view: 'pretty', label: 'Pretty' }],
  image: [{ view: 'pretty', label: 'Image' }],
};

/** The views that suit a body, the best one first. */
export function offeredViews({ content, text }: BodyKind): OfferedView[] {
  if (content.kind === 'empty') return [];
  const raw: OfferedView[] = text === undefined ? [] : [{ view: 'raw', label: 'Raw' }];
  return [...special[content.kind], ...raw, { view: 'hex', label: 'Hex' }];
}

/** The wanted view, if it is offered, or else the best one. */
export function chosenView(
  views: readonly OfferedView[],
  wanted: BodyViewName | undefined,
): BodyViewName | undefined {
  return (views.find(({ view }) => view === wanted) ?? views[0])?.view;
}

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
