import type { EndpointSettings } from '@hookwell/client';
import { keepsXHeaders } from '@hookwell/core/api/settings-names';
import { useId } from 'react';
import { sayingXHeaders } from '../endpoints/keep-x-headers.ts';
import { useService } from '../service/service.ts';
import { Switch } from '../ui/switch.tsx';
import { Section } from './fields/section.tsx';

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
