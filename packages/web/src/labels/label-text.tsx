import { ShownText } from '../request/shown-text.tsx';
import { formatCount } from '../ui/format.ts';
import type { RequestLabel } from './request-labels.ts';

/** The sender and the event: `GitHub · pull_request.opened`, `SendGrid · processed +3`. Nothing if none is known. */
export function LabelText({ label }: { label: RequestLabel }) {
  const { sender, event, detail, further } = label;
  return (
    <>
      {sender !== undefined && <span>{sender}</span>}
      {sender !== undefined && event !== undefined && (
        <>
          <span aria-hidden className="text-muted">
            {' · '}
          </span>
          <span className="sr-only">, </span>
        </>
      )}
      {event !== undefined && (
        <bdi className="font-semibold">
          <ShownText text={event} />
          {detail !== undefined && (
            <span className="font-normal">
              <ShownText text={detail} />
            </span>
          )}
        </bdi>
      )}
      {further !== undefined && (
        <span className="text-muted" title={`and ${formatCount(further)} more in the same request`}>
          {` +${formatCount(further)}`}
        </span>
      )}
    </>
  );
}
