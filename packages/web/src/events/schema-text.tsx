import type { BodySchema, JsonSchema } from '@hookwell/client';
import { useMemo } from 'react';
import { WrittenView } from './written-view.tsx';

interface SchemaTextProps {
  schema: BodySchema | JsonSchema;
  /** Names the text: `the JSON Schema`. */
  label: string;
  fileName: string;
}

/** A schema as a text. It is written once it is seen, since it can have a megabyte. */
export function SchemaText({ schema, label, fileName }: SchemaTextProps) {
  const text = useMemo(() => writtenSchema(schema), [schema]);
  return <WrittenView fileName={fileName} isJson label={label} text={text} />;
}

/** A schema as a text to read and to copy. */
export function writtenSchema(schema: BodySchema | JsonSchema): string {
  return `${JSON.stringify(schema, undefined, 2)}\n`;
}
