import type { BodySchema } from '@hookwell/client';
import { typescriptOf } from '@hookwell/core/schema';
import { useMemo } from 'react';
import { WrittenView } from './written-view.tsx';

interface TypesViewProps {
  schema: BodySchema;
  event: string | undefined;
  fileName: string;
}

/** The types of a body, in TypeScript. */
export function TypesView({ schema, event, fileName }: TypesViewProps) {
  const text = useMemo(() => typescriptOf(schema, event), [schema, event]);
  return <WrittenView fileName={fileName} label="the TypeScript" text={text} />;
}

// The copy button writes the same, and both are loaded once they are needed.
export { typescriptOf };
