import type { Endpoint } from '@hookwell/client';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { EndpointPageHead, UnknownEndpoint } from '../endpoints/endpoint-page.tsx';
import { useEndpoint } from '../endpoints/endpoints.ts';
import { requestIdIn } from '../list/request-address.ts';
import { useTitle } from '../page/page-head.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { useExpectations } from './expectations-field.tsx';
import { useDeliveries, useShownDeliveries } from './use-deliveries.ts';
import { useVerdict, VerdictPanel } from './verdict-panel.tsx';

/** The deliveries to an endpoint, and the verdict on their sender. The address may name one of them. */
export function DeliveriesScreen() {
  const { token = '' } = useParams({ strict: false });
  const { delivery, request } = useSearch({ strict: false });
  const endpoint = useEndpoint(token);
  if (endpoint === undefined) return <UnknownEndpoint />;
  return (
    <Deliveries
      endpoint={endpoint}
      key={`${endpoint.id} ${delivery}`}
      only={delivery}
      requestId={requestIdIn(request)}
    />
  );
}

interface DeliveriesProps {
  endpoint: Endpoint;
  /** The only delivery to show. */
  only: string | undefined;
  /** One of its captured requests. */
  requestId: number | undefined;
}

function Deliveries({ endpoint, only, requestId }: DeliveriesProps) {
  const { token, badgeName } = endpoint;
  useTitle(`Deliveries to ${badgeName}`);
  const isLinked = only !== undefined && requestId !== undefined;
  const known = useDeliveries(endpoint, isLinked ? requestId + 1 : undefined);
  const shown = useShownDeliveries(known, only);
  const typed = useExpectations(token);
  const [isOver, setOver] = useState(false);
  const verdict = useVerdict(shown.items, typed.expectations, isOver);
  return (
    <div className="page-pane">
      <div className="mx-auto max-w-7xl px-4 py-4 sm:py-6">
        <EndpointPageHead endpoint={endpoint} title="Deliveries" where="to" />
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_21rem]">
          <div className="lg:sticky lg:top-4 lg:order-last lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto lg:rounded-xl">
            <VerdictPanel
              count={shown.items.length}
              isOver={isOver}
              onOver={setOver}
              token={token}
              typed={typed}
              verdict={verdict}
            />
          </div>
          <DeliveryList
            endpoint={endpoint}
            known={known}
            only={only}
            requestId={requestId}
            shown={shown}
            verdict={verdict}
          />
        </div>
      </div>
    </div>
  );
}
