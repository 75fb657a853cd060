import { useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { inputClass } from '../../ui/field.tsx';
import { formatBytes } from '../../ui/format.ts';
import type { DraftReply } from '../draft/draft.ts';
import { base64Of, bytesOfBase64, textOfBase64 } from './body-form.ts';
import { FaultLine } from './fault-line.tsx';
import { MediaTypeProposal } from './media-type-proposal.tsx';
import { TemplateField } from './template-field.tsx';

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
