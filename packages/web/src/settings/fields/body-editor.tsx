import { base64Of as base64OfBytes } from '@hookwell/client/copying';
import { matchFields } from '@hookwell/core/match';
import { faultsOfSettings } from '@hookwell/core/rules';
import { useId, useMemo, useRef } from 'react';
import { textInUtf8 } from '../../request/body-bytes.ts';
import { type KnownRequests, seenFields, seenValues } from '../../search/seen-values.ts';
import { SuggestionList } from '../../search/suggestion-list.tsx';
import type { Suggestion } from '../../search/suggestions.ts';
import { useCombobox } from '../../search/use-combobox.ts';
import { Button } from '../../ui/controls.tsx';
import { inputClass } from '../../ui/field.tsx';
import { formatBytes } from '../../ui/format.ts';
import type { DraftReply } from '../draft/draft.ts';
import { useKnownRequests } from '../offered-requests.ts';
import { FaultLine } from './labelled.tsx';

/** A field behind `{{`, finished or not. */
interface TypedField {
  /** The indexes of its first brace, and of the end of what a suggestion replaces. */
  start: number;
  end: number;
  name: string;
}

const mostSuggestions = 40;
const namedFields = ['json.PATH', 'header.NAME', 'query.NAME'] as const;

/** The field that the caret is in; `undefined` if it is in none. */
function typedFieldAt(text: string, caret: number): TypedField | undefined {
  if (caret < 2) return undefined;
  const start = text.lastIndexOf('{{', caret - 2);
  if (start < 0) return undefined;
  const name = text.slice(start + 2, caret);
  if (/[{}\n]/.test(name)) return undefined;
  const [rest = ''] = /^[^{}\s]*\s*\}\}/.exec(text.slice(caret)) ?? [];
  return { start, end: caret + rest.length, name: name.trim() };
}

/** Suggests the fields that can stand at the caret: those that occur, then all others. */
function suggestFields(text: string, caret: number, known: KnownRequests): Suggestion[] {
  const typed = typedFieldAt(text, caret);
  if (typed === undefined) return [];
  const wanted = typed.name.toLowerCase();
  const seen = namedFields.flatMap((name) => seenFields(name, known));
  return [...seen.map((name) => ({ name, hint: undefined })), ...insertableFields()]
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .slice(0, mostSuggestions)
    .map(({ name, hint }) => {
      const before = `${text.slice(0, typed.start)}{{${name}}}`;
      return {
        label: name,
        hint: hint ?? valueHint(name, known),
        text: before + text.slice(typed.end),
        caret: before.length,
      };
    });
}

function valueHint(name: string, known: KnownRequests): string | undefined {
  const key = name.slice(name.indexOf('.') + 1);
  const value = name.startsWith('json')
    ? undefined
    : seenValues({ name: name.startsWith('query') ? 'query.NAME' : 'header.NAME', key }, known)[0];
  return value === undefined ? undefined : `Such as ${value}`;
}

let insertable: readonly { name: string; hint: string }[] | undefined;

/** The fields without a name of their own that a body may insert. */
function insertableFields(): readonly { name: string; hint: string }[] {
  insertable ??= matchFields
    .filter(({ start }) => !start.endsWith('.') && isInsertable(start))
    .map(({ start, explanation }) => ({ name: start, hint: explanation }));
  return insertable;
}

function isInsertable(name: string): boolean {
  return faultsOfSettings({ replies: [{ body: `{{${name}}}` }] }).length === 0;
}

interface TemplateFieldProps {
  id: string;
  value: string;
  onChange: (value: string) => void;
  describedBy: string;
  isInvalid: boolean;
  placeholder?: string;
}

const fewestLines = 3;
const mostLines = 16;

/** A text of several lines, in which `{{` begins a field of the request: it is suggested while the user types. */
function TemplateField(props: TemplateFieldProps) {
  const { id, value, onChange } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const combobox = useCombobox({ field: area, text: value, onChange });
  const { isOpen, caret } = combobox;
  const known = useKnownRequests(isOpen);
  const suggestions = useMemo(
    () => (isOpen ? suggestFields(value, caret, known) : []),
    [isOpen, value, caret, known],
  );
  const { input, list } = combobox.offer(suggestions);
  const lines = value.split('\n', mostLines).length;
  return (
    <div className="relative">
      <textarea
        {...input}
        aria-describedby={props.describedBy}
        aria-invalid={props.isInvalid || undefined}
        className="block w-full resize-y rounded-lg border border-control bg-surface px-2.5 py-1.5 font-mono text-[0.8125rem] aria-invalid:border-danger"
        id={id}
        // Without suggestions, the arrows move the caret.
        onKeyDown={(event) => list.isShown && input.onKeyDown(event)}
        placeholder={props.placeholder}
        rows={Math.max(fewestLines, lines)}
      />
      <SuggestionList {...list} />
    </div>
  );
}

/** The beginnings of bodies that are most likely of a type. One that begins with a field of the request may be anything. */
const beginnings = [
  { name: 'JSON', mediaType: 'application/json', begins: /^\s*(?:\{\s*["}]|\[(?!\[))/ },
  { name: 'HTML', mediaType: 'text/html; charset=utf-8', begins: /^\s*<(?:!doctype html|html)\b/i },
  { name: 'XML', mediaType: 'application/xml', begins: /^\s*<\?xml\b/ },
] as const;

interface MediaTypeProposalProps {
  body: string;
  onUse: (mediaType: string) => void;
}

/** For a body without a media type that looks like one of another: what that would change. */
function MediaTypeProposal({ body, onUse }: MediaTypeProposalProps) {
  const proposed = beginnings.find(({ begins }) => begins.test(body));
  if (proposed === undefined) return null;
  const { name, mediaType } = proposed;
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 bg-warn-soft px-2 py-1 text-xs text-warn">
      <span>
        This looks like {name} and is sent as text/plain
        {body.includes('{{') && `, with values inserted as they are: a quote or < in one breaks it`}
        .
      </span>
      <Button onClick={() => onUse(mediaType)} size="small" tone="quiet">
        Send as {name}
        {body.includes('{{') && ', values escaped'}
      </Button>
    </p>
  );
}

interface BodyEditorProps {
  reply: Pick<DraftReply, 'body' | 'isBase64' | 'mediaType'>;
  onChange: (changes: Partial<Pick<DraftReply, 'body' | 'isBase64' | 'mediaType'>>) => void;
  fault: string | undefined;
}

/** The body of a reply: a text with fields of the request, or bytes in Base64. */
export function BodyEditor({ reply, onChange, fault }: BodyEditorProps) {
  const { body, isBase64, mediaType } = reply;
  const id = useId();
  const text = isBase64 ? textOfBase64(body) : undefined;
  return (
    <div>
      <div className="mb-1 flex min-h-7 items-center gap-2">
        <label className="mr-auto font-medium" htmlFor={id}>
          {isBase64 ? 'Body, in Base64' : 'Body'}
        </label>
        {isBase64 && text !== undefined && (
          <Button
            onClick={() => onChange({ body: text, isBase64: false })}
            size="small"
            tone="quiet"
          >
            Edit as text
          </Button>
        )}
        {!isBase64 && (
          <Button
            onClick={() => onChange({ body: base64Of(body), isBase64: true })}
            size="small"
            tone="quiet"
          >
            Edit as Base64
          </Button>
        )}
      </div>
      {isBase64 ? (
        <textarea
          aria-describedby={`${id}-hint ${id}-fault`}
          aria-invalid={fault !== undefined || undefined}
          className={`${inputClass} block h-auto resize-y py-1.5 font-mono text-[0.8125rem] break-all`}
          id={id}
          onChange={({ target }) => onChange({ body: target.value, isBase64: true })}
          rows={3}
          spellCheck={false}
          value={body}
        />
      ) : (
        <TemplateField
          describedBy={`${id}-hint ${id}-fault`}
          id={id}
          isInvalid={fault !== undefined}
          onChange={(changed) => onChange({ body: changed, isBase64: false })}
          placeholder="Empty"
          value={body}
        />
      )}
      <p className="mt-1 text-xs text-muted" id={`${id}-hint`}>
        {isBase64 ? (
          <>Sent decoded{sizeWords(body)}. Fields are not inserted.</>
        ) : (
          <>
            Type <code>{'{{'}</code> to insert a field of the request.
          </>
        )}
      </p>
      {!isBase64 && mediaType.trim() === '' && (
        <MediaTypeProposal body={body} onUse={(proposed) => onChange({ mediaType: proposed })} />
      )}
      <FaultLine fault={fault} id={`${id}-fault`} />
    </div>
  );
}

function sizeWords(base64: string): string {
  const bytes = bytesOfBase64(base64);
  return bytes === undefined ? '' : `, ${formatBytes(bytes.length)}`;
}

/** Writes a text as the Base64 of its bytes in UTF-8. */
function base64Of(text: string): string {
  return base64OfBytes(new TextEncoder().encode(text));
}

/** The bytes of a text in Base64; `undefined` if it is none. */
function bytesOfBase64(base64: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch (_noBase64) {
    return undefined;
  }
}

/** The text whose bytes these are; `undefined` if they are no text in UTF-8. */
function textOfBase64(base64: string): string | undefined {
  const bytes = bytesOfBase64(base64);
  return bytes && textInUtf8(bytes);
}
