import type { BodySchema, JsonSchema } from '@hookwell/client';
import { useMemo } from 'react';
import { TextView } from '../detail/text/text-view.tsx';
import { Button } from '../ui/controls.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { DownloadIcon } from '../ui/part-icons.tsx';
import { saveFile } from '../ui/save-file.ts';

interface WrittenViewProps {
  /** Names the text for screen readers and for the copy button: `the TypeScript`. */
  label: string;
  text: string;
  /** The name of the file that it is saved as. */
  fileName: string;
  isJson?: boolean;
}

/** A text made of a shape, to copy or to save. */
export function WrittenView({ label, text, fileName, isJson = false }: WrittenViewProps) {
  return (
    <>
      <div className="flex items-center justify-end gap-1 border-b border-line px-2 py-0.5">
        <CopyButton label={label} size="small" text={text}>
          Copy
        </CopyButton>
        <Button
          // The browser never opens this type in the page.
          onClick={() => saveFile(new Blob([text], { type: 'application/octet-stream' }), fileName)}
          size="small"
          title={`Save as ${fileName}`}
          tone="quiet"
        >
          <DownloadIcon />
          Download
        </Button>
      </div>
      <div className="h-[60dvh] max-h-160">
        <TextView label={label} language={isJson ? 'json' : 'plain'} text={text} wraps={false} />
      </div>
    </>
  );
}

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
