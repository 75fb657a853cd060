import { type BodyPart, type MultipartBody, mostParts } from '@hookwell/core/http/multipart';
import { useMemo, useState } from 'react';
import { ShownText, shownCharacters } from '../../request/shown-text.tsx';
import { Button } from '../../ui/controls.tsx';
import { formatBytes, plural } from '../../ui/format.ts';
import { DownloadIcon } from '../../ui/part-icons.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { JsonTree } from '../json/json-tree.tsx';
import { TextView } from '../text/text-view.tsx';
import { bodyKind } from './body-kind.ts';
import { HexView } from './hex-view.tsx';
import { ImageView } from './image-view.tsx';

/** The parts of a multipart body, one below the other. */
export function PartsView({ multipart, isCut }: { multipart: MultipartBody; isCut: boolean }) {
  const { parts, isClosed } = multipart;
  return (
    <div className="h-full overflow-auto">
      <ol>
        {parts.map((part, index) => (
          <Part
            isCut={isCut && index === parts.length - 1}
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
            key={index}
            number={index + 1}
            part={part}
          />
        ))}
      </ol>
      <p className="px-4 py-2 text-xs text-muted">{partsSentence(parts.length, isClosed, isCut)}</p>
    </div>
  );
}

function partsSentence(count: number, isClosed: boolean, isCut: boolean): string {
  if (isCut) return 'Only the beginning of the body was read here.';
  if (isClosed) return `${plural(count, 'part')}.`;
  if (count >= mostParts) return `These are the first ${plural(count, 'part')}.`;
  return `${plural(count, 'part')}, and the closing line is missing.`;
}

function Part({ part, number, isCut }: { part: BodyPart; number: number; isCut: boolean }) {
  const { name, fileName, type, bytes } = part;
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  return (
    <li className="border-b border-line">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
        <strong className="font-mono text-[0.8125rem] font-medium wrap-anywhere text-accent">
          {name === undefined ? `Part ${number}` : <ShownText text={name} />}
        </strong>
        {fileName !== undefined && (
          <span className="font-mono text-[0.8125rem] wrap-anywhere">
            <ShownText text={fileName} />
          </span>
        )}
        <span className="text-xs text-muted">
          {type.mediaType !== '' && <ShownText text={`${type.mediaType}, `} />}
          {formatBytes(bytes.length)}
          {isCut && ' so far'}
        </span>
        <span className="ml-auto" ref={setSlot} />
        <Button
          aria-label={`Download part ${number}`}
          onClick={() =>
            saveFile(
              // With this type, the browser never opens it in the page.
              new Blob([bytes], { type: 'application/octet-stream' }),
              safeFileName(fileName ?? name ?? `part-${number}`),
            )
          }
          size="small"
          tone="quiet"
        >
          <DownloadIcon />
          Download
        </Button>
      </div>
      <PartContent isCut={isCut} part={part} slot={slot} />
    </li>
  );
}

const lineHeight = 20;
const mostLines = 16;

interface PartContentProps {
  part: BodyPart;
  isCut: boolean;
  /** The place for the tools of a tree. */
  slot: HTMLElement | null;
}

function PartContent({ part, isCut, slot }: PartContentProps) {
  const kind = useMemo(() => bodyKind(part.type, part.bytes, isCut), [part, isCut]);
  if (kind.content.kind === 'empty') return <p className="px-4 pb-3 text-muted italic">empty</p>;
  if (kind.content.kind === 'image') {
    return <ImageView bytes={part.bytes} image={kind.content.image} isCut={isCut} />;
  }
  const label = `Content of ${shownCharacters(part.name ?? 'the part')}`;
  if (kind.content.kind === 'json')
    return (
      <JsonTree
        document={kind.content.document}
        height="content"
        label={label}
        slot={slot}
        whole={label}
      />
    );
  const lines = kind.text?.text.split('\n', mostLines).length ?? Math.ceil(part.bytes.length / 16);
  const height = Math.min(lines, mostLines) * lineHeight + 16;
  return (
    <div style={{ height }}>
      {kind.text === undefined ? (
        <HexView bytes={part.bytes} label={label} />
      ) : (
        <TextView label={label} language="plain" text={kind.text.text} wraps={false} />
      )}
    </div>
  );
}

/** Cleans a name chosen by the sender, so that it cannot leave the folder or disguise itself. */
function safeFileName(name: string): string {
  return name
    .replace(/[^\p{L}\p{N} ._()-]/gu, '_')
    .replace(/^\.+/, '_')
    .slice(-120);
}
