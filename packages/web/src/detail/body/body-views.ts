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
