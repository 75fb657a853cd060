import type { Endpoint } from '@hookwell/client';
import { RequestDetail } from '../detail/request-detail.tsx';
import type { RequestAddress } from '../list/request-address.ts';
import { findSummary } from '../log/use-request-log.ts';
import { FirstRequest } from '../teaching/first-request.tsx';
import { Button } from '../ui/button.tsx';
import { ArrowLeftIcon } from '../ui/icons.tsx';
import { Kbd } from '../ui/kbd.tsx';

export interface DetailSideProps {
  selectedId: number | undefined;
  /** Whether nothing was captured, so that the first request is explained. */
  isEmpty: boolean;
  endpoint: Endpoint | undefined;
  address: RequestAddress;
}

/** The side beside the list: the selected request, or a hint if none is selected. */
export function DetailSide({ selectedId, isEmpty, endpoint, address }: DetailSideProps) {
  if (selectedId !== undefined) {
    return (
      <>
        <div className="border-b border-line bg-surface px-1 py-0.5 wide:hidden">
          <Button onClick={() => address.open(undefined)} size="small" tone="quiet">
            <ArrowLeftIcon />
            Requests
          </Button>
        </div>
        <div
          className="flex min-h-0 grow flex-col outline-offset-[-2px]"
          id="request-detail"
          tabIndex={-1}
        >
          <RequestDetail
            id={selectedId}
            onTab={address.chooseTab}
            summary={findSummary(selectedId)}
            tab={address.tab}
          />
        </div>
      </>
    );
  }
  if (isEmpty && endpoint !== undefined) {
    return (
      <div className="min-h-0 grow overflow-y-auto">
        <FirstRequest endpoint={endpoint} />
      </div>
    );
  }
  return (
    <div className="m-auto flex flex-col items-center gap-2 p-6 text-center text-muted">
      <p>{isEmpty ? 'There is no endpoint yet.' : 'Select a request to see all of it.'}</p>
      {!isEmpty && (
        <p className="flex items-center gap-1.5 text-xs">
          <Kbd>j</Kbd> next <Kbd>k</Kbd> previous <Kbd>/</Kbd> filter <Kbd>?</Kbd> all keys
        </p>
      )}
    </div>
  );
}
