import type { BodySchema, JsonSchema } from '@hookwell/client';
import { useState } from 'react';
import { LazyPart, lazyComponent } from '../ui/lazy-part.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { fileNameOf } from './file-name.ts';
import { SchemaText } from './schema-text.tsx';
import { ShapeView } from './shape-view.tsx';
import type { TypesViewProps } from './types-view.tsx';

/** What writes TypeScript is loaded when it is needed. */
export const loadTypes = () => import('./types-view.tsx');
const TypesView = lazyComponent<'TypesView', TypesViewProps>(loadTypes, 'TypesView');

type View = 'shape' | 'types' | 'schema' | 'pinned';

interface ShapeTabsProps {
  event: string | undefined;
  schema: BodySchema;
  /** What is pinned for the event; missing if nothing is. */
  pinned: JsonSchema | undefined;
}

/** The shape as a tree, and written as a program needs it. */
export function ShapeTabs({ event, schema, pinned }: ShapeTabsProps) {
  const [chosen, choose] = useState<View>('shape');
  const fileName = fileNameOf(event);
  const tabs = [
    { name: 'shape' as const, label: 'Shape', content: <ShapeView schema={schema} /> },
    {
      name: 'types' as const,
      label: 'TypeScript',
      content: (
        <LazyPart>
          <TypesView event={event} fileName={`${fileName}.ts`} schema={schema} />
        </LazyPart>
      ),
    },
    {
      name: 'schema' as const,
      label: 'Schema',
      content: (
        <SchemaText fileName={`${fileName}.schema.json`} label="the JSON Schema" schema={schema} />
      ),
    },
    ...(pinned === undefined
      ? []
      : [
          {
            name: 'pinned' as const,
            label: 'Pinned',
            content: (
              <SchemaText
                fileName={`${fileName}.pinned.json`}
                label="the pinned schema"
                schema={pinned}
              />
            ),
          },
        ]),
  ];
  return (
    <Tabs
      chosen={chosen === 'pinned' && pinned === undefined ? 'shape' : chosen}
      className="border-t border-line"
      label="Ways to see the shape"
      onChoose={choose}
      panelClassName=""
      tabs={tabs}
    />
  );
}
