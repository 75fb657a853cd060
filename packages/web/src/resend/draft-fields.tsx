import { isBodiless, methodRefusalOf } from '../sending/browser-headers.ts';
import { HeaderRows } from '../sending/header-rows.tsx';
import { Field, inputClass } from '../ui/field.tsx';
import { formatBytes, plural } from '../ui/format.ts';
import type { Captured } from './captured.ts';
import type { Draft } from './draft.ts';
import { refusalOfResent } from './sent-request.ts';

interface DraftFieldsProps {
  captured: Captured;
  draft: Draft;
  onChange: (draft: Draft) => void;
}

/** The parts of the request, to edit before it is sent again. */
export function DraftFields({ captured, draft, onChange }: DraftFieldsProps) {
  const { droppedHeaders } = captured;
  const change = (changes: Partial<Draft>) => onChange({ ...draft, ...changes });
  return (
    <div className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-[9rem_1fr]">
        <Field
          autoCapitalize="characters"
          autoComplete="off"
          label="Method"
          onChange={(event) => change({ method: event.target.value })}
          problem={methodRefusalOf(draft.method.trim())}
          spellCheck={false}
          value={draft.method}
        />
        <Field
          autoCapitalize="none"
          autoComplete="off"
          label="Path and query"
          onChange={(event) => change({ suffix: event.target.value })}
          placeholder="/orders?page=2"
          spellCheck={false}
          value={draft.suffix}
        />
      </div>
      <div>
        <HeaderRows
          isDroppingX={false}
          onChange={(headers) => change({ headers })}
          refusalOf={refusalOfResent}
          rows={draft.headers}
        />
        {droppedHeaders > 0 && (
          <p className="mt-2 text-xs text-muted">
            {plural(droppedHeaders, 'header')} with names that begin with X- arrived too. The
            service does not store such headers.
          </p>
        )}
      </div>
      <BodyField captured={captured} draft={draft} onChange={(body) => change({ body })} />
    </div>
  );
}

interface BodyFieldProps {
  captured: Captured;
  draft: Draft;
  onChange: (body: string) => void;
}

function BodyField({ captured, draft, onChange }: BodyFieldProps) {
  const { body = '', method } = draft;
  if (draft.body === undefined) {
    return (
      <p>
        The body, {formatBytes(captured.body.length)}, is sent byte for byte. It is too large to
        edit here, or not plain text.
      </p>
    );
  }
  return (
    <label className="block">
      <span className="mb-1 flex justify-between gap-3 font-medium">
        Body
        <span className="tabular font-normal text-muted">
          {formatBytes(new TextEncoder().encode(body).length)}
        </span>
      </span>
      <textarea
        className={`${inputClass} block h-40 resize-y py-2 font-mono text-[0.8125rem]`}
        onChange={(event) => onChange(event.target.value)}
        spellCheck={false}
        value={body}
      />
      {isBodiless(method.trim()) && body !== '' && (
        <span className="mt-1 block text-warn">
          Browsers send no body with {method.trim().toUpperCase()}. The curl command sends it.
        </span>
      )}
    </label>
  );
}
