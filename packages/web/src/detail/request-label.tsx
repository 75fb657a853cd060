import type { CapturedRequestSummary, CapturedRequestWire } from '@hookwell/client';
import { useQuery } from '@tanstack/react-query';
import { LabelText } from '../labels/request-labels.tsx';
import { useBodyForLabel, useIsLabelOpen, useLabel, useLabelTable } from '../labels/use-labels.ts';
import { shownCharacters } from '../request/shown-text.tsx';
import type { Narrow } from '../search/use-language.ts';
import { FunnelIcon } from '../ui/part-icons.tsx';
import { openedBodyQuery } from './body/body-query.ts';

interface RequestLabelProps {
  summary: CapturedRequestSummary;
  /** Missing while it is being loaded. */
  wire: CapturedRequestWire | undefined;
  /** Without it, the label is a text alone. */
  onNarrow?: Narrow;
}

/** The sender and the event of a request. The body that the details load completes them, a large one as well. */
export function RequestLabel({ summary, wire, onNarrow }: RequestLabelProps) {
  useLabelTable();
  const label = useLabel(summary);
  const isOpen = useIsLabelOpen(summary);
  const { event, sender } = label;
  const text = <LabelText label={label} />;
  return (
    <>
      {isOpen && wire !== undefined && <BodyForLabel summary={summary} wire={wire} />}
      {event !== undefined && onNarrow !== undefined ? (
        <button
          className="-my-1 inline-flex min-h-7 max-w-full items-center gap-1 rounded text-left wrap-anywhere text-text hover:text-accent hover:underline"
          onClick={() => onNarrow('event', event)}
          title={`Show only ${shownCharacters(event)}`}
          type="button"
        >
          <span>{text}</span>
          <FunnelIcon className="size-3 shrink-0 text-muted" />
        </button>
      ) : (
        (event ?? sender) !== undefined && <span className="wrap-anywhere text-text">{text}</span>
      )}
    </>
  );
}

/** Asks for the body that the details show, which is loaded once for both. */
function BodyForLabel({
  summary,
  wire,
}: Pick<RequestLabelProps, 'summary'> & { wire: CapturedRequestWire }) {
  const { data } = useQuery(openedBodyQuery(summary.id, wire, false));
  const start = data?.text && { text: data.text.text, isWhole: !data.isPartial };
  useBodyForLabel(summary, start, data !== undefined);
  return null;
}
