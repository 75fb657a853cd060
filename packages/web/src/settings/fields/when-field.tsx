import { readMatch } from '@hookwell/core/match';
import { useContext, useId, useRef } from 'react';
import { MatchInput } from '../../search/match-input.tsx';
import type { Suggestion } from '../../search/suggestions.ts';
import { FaultLine } from './fault-line.tsx';
import { OfferedFromContext } from './known-requests.ts';

interface WhenFieldProps {
  value: string;
  onChange: (value: string) => void;
  fault: string | undefined;
}

/** The requests that a reply is for, in the match language. */
export function WhenField({ value, onChange, fault }: WhenFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { requests, openRequest } = useContext(OfferedFromContext);
  // A word that the language refuses is explained by the field itself.
  const isExplained = fault === undefined || readMatch(value).errors.length > 0;
  return (
    // The line below the field is kept free for an explanation.
    <div className="mb-2 min-h-20.25">
      <p aria-hidden="true" className="mb-1 font-medium">
        When
      </p>
      <MatchInput
        faultId={isExplained ? undefined : id}
        input={input}
        isOffered={isOffered}
        label="When"
        look="field"
        onChange={onChange}
        openRequest={openRequest}
        placeholder="Every request, or: path:/orders, json.type=…"
        requests={requests}
        text={value}
      />
      <FaultLine fault={isExplained ? undefined : fault} id={id} />
    </div>
  );
}

/** A field that is only known once an answer was decided cannot decide it. */
function isOffered({ label }: Suggestion): boolean {
  return !/^-?(has:)?(answer|id|delivery)\b/.test(label);
}
