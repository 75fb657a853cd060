import { methodOfFetch } from '@hookwell/client/copying';
import { BodyField } from '../sending/body-field.tsx';
import { methodRefusalOf } from '../sending/browser-headers.ts';
import { HeaderRows } from '../sending/header-rows.tsx';
import { Field } from '../ui/field.tsx';
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
          hint={methodHint(draft.method.trim())}
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
            {plural(droppedHeaders, 'header')} with names that begin with X- arrived too and were
            not stored. The settings of the endpoint can keep such headers from now on.
          </p>
        )}
      </div>
      {draft.body === undefined ? (
        <p>
          The body, {formatBytes(captured.body.length)}, is sent byte for byte. It is too large to
          edit here, or not plain text.
        </p>
      ) : (
        <BodyField
          className="h-40"
          method={draft.method}
          onChange={(body) => change({ body })}
          unsentWords={(method) =>
            `Browsers send no body with ${method}. The curl command sends it.`
          }
          value={draft.body}
        />
      )}
    </div>
  );
}

/** Browsers write some methods in capitals. */
function methodHint(method: string): string | undefined {
  const sent = methodOfFetch(method);
  return sent === method ? undefined : `Browsers send ${sent}, the curl command ${method}.`;
}
