import type { EndpointSettings } from '@hookwell/client';
import { keepsXHeaders } from '@hookwell/core/api/settings-names';
import { findScheme } from '@hookwell/core/signatures';
import { useId, useState } from 'react';
import { sayingXHeaders } from '../endpoints/settings-query.ts';
import { seenFields } from '../search/seen-values.ts';
import { useService } from '../service/client.ts';
import { Switch } from '../ui/controls.tsx';
import { RadioChoice } from '../ui/field.tsx';
import { type Fault, faultAt } from './draft/faults.ts';
import { Section } from './fields/labelled.tsx';
import { type Option, SuggestedField } from './fields/suggested-field.tsx';
import { useKnownRequests } from './offered-requests.ts';

interface DeliveryChoiceProps {
  delivery: string;
  /** The name of the scheme that verifies signatures, if one does. */
  scheme: string | undefined;
  onChange: (delivery: string) => void;
  faults: readonly Fault[];
}

const usual = 'header.webhook-id';
const known: readonly Option[] = [
  { label: usual, hint: 'The id that Standard Webhooks prescribes.' },
  { label: 'header.idempotency-key' },
  { label: 'json.id', hint: 'A value in the body.' },
];

/** The choice of what makes two requests attempts of the same delivery. */
export function DeliveryChoice({ delivery, scheme, onChange, faults }: DeliveryChoiceProps) {
  // The field stays while it is empty.
  const [wantsField, setWantsField] = useState(false);
  const isOfField = delivery !== '' || wantsField;
  const kind = delivery === 'one' ? 'one' : isOfField ? 'field' : 'usual';
  const choose = (chosen: string) => {
    setWantsField(chosen === usual);
    onChange(chosen);
  };
  const seen = useKnownRequests(kind === 'field');
  const options = [
    ...known,
    ...(['header.NAME', 'json.PATH'] as const)
      .flatMap((name) => seenFields(name, seen))
      .filter((name) => !known.some(({ label }) => label === name))
      .map((label) => ({ label })),
  ];
  return (
    <Section
      explanation="What makes two requests attempts of the same delivery. The steps of a reply count these attempts."
      title="Deliveries"
    >
      <div className="space-y-2 rounded-lg border border-line bg-surface p-3">
        <RadioChoice
          hint={usualHint(scheme)}
          isChosen={kind === 'usual'}
          label="By the usual ids"
          name="delivery"
          onChoose={() => choose('')}
        />
        <RadioChoice
          hint="Everything that arrives is one delivery, which shows a sender that changes its id."
          isChosen={kind === 'one'}
          label="All requests together"
          name="delivery"
          onChoose={() => choose('one')}
        />
        <RadioChoice
          hint="A header, including one that begins with X-, or a value in the body."
          isChosen={kind === 'field'}
          label="By a field of the request"
          name="delivery"
          onChoose={() => choose(usual)}
        />
        {kind === 'field' && (
          <div className="max-w-sm pl-6">
            <SuggestedField
              fault={faultAt(faults, 'delivery')}
              label="Field"
              onChange={onChange}
              options={options}
              value={delivery}
            />
          </div>
        )}
      </div>
    </Section>
  );
}

function usualHint(name: string | undefined): string {
  const scheme = name === undefined ? undefined : findScheme(name);
  const others =
    'webhook-id, idempotency-key, ce-id, a string id at the top of JSON; else method, path and body together.';
  return scheme?.id === undefined
    ? `The ids that senders use: ${others}`
    : `The id that ${scheme.title} gives a delivery, which counts even if its header is not stored; else ${others}`;
}

type XHeaders = EndpointSettings['xHeaders'];

interface XHeadersSectionProps {
  xHeaders: XHeaders;
  /** How signatures are verified, if they are. */
  verify: unknown;
  onChange: (xHeaders: XHeaders) => void;
}

/** The choice whether headers whose names begin with X- are kept. */
export function XHeadersSection({ xHeaders, verify, onChange }: XHeadersSectionProps) {
  const id = useId();
  const { xHeaders: unsaid } = useService();
  return (
    <Section
      explanation="Headers whose names start with X- are dropped before a request is stored, unless they are kept here. Whoever verifies signatures keeps them."
      title="X- headers"
    >
      <div
        className="rounded-lg border border-line bg-surface px-3 py-2"
        data-settings-field="xHeaders"
      >
        <Switch
          describedBy={id}
          isOn={keepsXHeaders({ xHeaders, verify }, unsaid)}
          onChange={(isOn) => onChange(sayingXHeaders(isOn, verify, unsaid))}
        >
          <span className="text-sm font-medium text-text">Keep X- headers from now on</span>
        </Switch>
        <p className="mt-1 px-1.5 text-xs text-muted" id={id}>
          They are shown among the headers as sent, found by searches, and sent along when a request
          is copied, forwarded or replayed. Secrets that are verified, and what a trusted proxy
          adds, are never kept.
        </p>
      </div>
    </Section>
  );
}
