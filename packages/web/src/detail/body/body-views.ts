import type { BodyKind } from './body-kind.ts';

export type BodyView = 'tree' | 'pretty' | 'raw' | 'hex';

export interface OfferedView {
  view: BodyView;
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

/** The views that make sense for a body, the best one first. */
export function offeredViews({ content, text }: BodyKind): OfferedView[] {
  if (content.kind === 'empty') return [];
  const raw: OfferedView[] = text === undefined ? [] : [{ view: 'raw', label: 'Raw' }];
  return [...special[content.kind], ...raw, { view: 'hex', label: 'Hex' }];
}

/** What was chosen before, where it is offered here. */
export function chosenView(
  views: readonly OfferedView[],
  wanted: BodyView | undefined,
): BodyView | undefined {
  return (views.find(({ view }) => view === wanted) ?? views[0])?.view;
}
