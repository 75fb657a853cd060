import type { Endpoint } from '@hookwell/client';
import { useState } from 'react';
import type { OfferedRequests } from '../detail/compare-choices.ts';
import { RequestDetail } from '../detail/request-detail.tsx';
import type { RequestAddress } from '../list/request-address.ts';
import { requestLogs } from '../log/use-request-log.ts';
import { RefusalsLine } from '../refusals/refusals-line.tsx';
import type { Narrow } from '../search/use-narrow.ts';
import { FirstRequest } from '../teaching/first-request.tsx';
import { Button } from '../ui/button.tsx';
import { ArrowLeftIcon } from '../ui/icons.tsx';
import { Kbd } from '../ui/kbd.tsx';

export interface DetailSideProps {
  selectedId: number | undefined;
  /** Whether nothing was captured, so that the first request is explained. */
  isEmpty: boolean;
  /** Whether there were requests before, so that nothing needs to be explained. */
  hadRequests: boolean;
  endpoint: Endpoint | undefined;
  address: RequestAddress;
  onNarrow: Narrow;
  offered: OfferedRequests;
}

/** The side beside the list: the selected request, or a hint if none is selected. */
export function DetailSide(props: DetailSideProps) {
  const { selectedId, isEmpty, hadRequests, endpoint, address, offered, onNarrow } = props;
  if (selectedId !== undefined) {
    return (
      <>
        <div className="border-b border-line bg-surface px-1 py-0.5 wide:hidden">
          <Button onClick={() => address.open(undefined)} size="small" tone="quiet">
            <ArrowLeftIcon />
            Requests
          </Button>
        </div>
        <div className="flex grow flex-col outline-offset-[-2px]" id="request-detail" tabIndex={-1}>
          <RequestDetail
            id={selectedId}
            offered={offered}
            onClearSearch={() => address.chooseFilter('')}
            onNarrow={onNarrow}
            onTab={address.chooseTab}
            summary={requestLogs.find(selectedId)}
            tab={address.tab}
          />
        </div>
      </>
    );
  }
  if (isEmpty && endpoint !== undefined)
    return <EmptySide endpoint={endpoint} hadRequests={hadRequests} key={String(hadRequests)} />;
  return (
    <div className="m-auto flex flex-col items-center gap-2 p-6 text-center text-muted">
      <p>Select a request to see all of it.</p>
      <p className="flex items-center gap-1.5 text-xs">
        <Kbd>j</Kbd> next <Kbd>k</Kbd> previous <Kbd>/</Kbd> search <Kbd>?</Kbd> all keys
      </p>
    </div>
  );
}

type EmptySideProps = Pick<DetailSideProps, 'hadRequests'> & { endpoint: Endpoint };

/** Explains the first request. Beside a list that was emptied, it does so when it is asked. */
function EmptySide({ endpoint, hadRequests }: EmptySideProps) {
  const [isTeaching, setTeaching] = useState(!hadRequests);
  if (isTeaching) {
    return (
      <div className="page-pane">
        {/* Where there is no room for the list beside this, its line stands here. */}
        <div className="wide:hidden">
          <RefusalsLine token={endpoint.token} />
        </div>
        <FirstRequest endpoint={endpoint} />
      </div>
    );
  }
  return (
    <div className="m-auto flex flex-col items-center gap-3 p-6 text-center">
      <h2 className="text-base font-semibold">Nothing here now</h2>
      <p className="text-muted">The next request shows as soon as it is stored.</p>
      <Button onClick={() => setTeaching(true)} size="small">
        Ways to send one
      </Button>
    </div>
  );
}
