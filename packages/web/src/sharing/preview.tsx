import { HiddenLegend } from '../shared/hidden-legend.tsx';
import { SharedRequests } from '../shared/shared-requests.tsx';
import { failureOf } from '../ui/failure.ts';
import { FailureAlert } from '../ui/failure-alert.tsx';
import { Spinner } from '../ui/spinner.tsx';
import type { SharePreview } from './use-preview.ts';

interface PreviewProps {
  preview: SharePreview;
  isOfEndpoint: boolean;
}

/** Exactly what others will see. */
export function Preview({ preview: { requests, isShown, error }, isOfEndpoint }: PreviewProps) {
  return (
    <section aria-busy={!isShown && error === null} aria-label="What others will see">
      <h3 className="mb-1 flex items-center gap-2 font-medium">
        What others will see
        {!isShown && error === null && <Spinner className="size-4" label="Loading the preview" />}
      </h3>
      <div className="mb-2 text-xs text-muted">
        <HiddenLegend />
        {isOfEndpoint && <p>Older requests, and those that arrive later, are shown too.</p>}
      </div>
      <FailureAlert failure={error === null ? undefined : failureOf(error)} />
      {error === null && requests !== undefined && (
        <Requests isShown={isShown} requests={requests} />
      )}
    </section>
  );
}

function Requests({
  requests,
  isShown,
}: Pick<SharePreview, 'isShown'> & { requests: NonNullable<SharePreview['requests']> }) {
  if (requests.length === 0)
    return <p className="text-muted">Nothing has been captured yet. What arrives is shown.</p>;
  return (
    <div className={isShown ? '' : 'opacity-50'}>
      <SharedRequests level={3} requests={requests.map((request, key) => ({ key, request }))} />
    </div>
  );
}
