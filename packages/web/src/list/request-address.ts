import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { LogScope } from '../log/request-log.ts';

/** The parts of a captured request that have a tab each. */
export type RequestTab = 'body' | 'headers' | 'query';

interface OpenOptions {
  /** Replaces the present address, so that going back does not lead to it. */
  replace?: boolean;
}

interface FilterOptions extends OpenOptions {
  /** Shows the list alone where it has no room beside a request. */
  showsList?: boolean;
}

/** The address of a list: its filter, its tab, and the ways to other addresses. */
export interface RequestAddress {
  filter: string;
  tab: RequestTab;
  hrefOf: (id: number) => string;
  /** Shows a captured request, or the list alone. */
  open: (id: number | undefined, options?: OpenOptions) => void;
  chooseTab: (tab: RequestTab) => void;
  chooseFilter: (filter: string, options?: FilterOptions) => void;
}

/** The address of a scope's screen. The same object stays until the address changes. */
export function useRequestAddress(scope: LogScope, selectedId: number | undefined): RequestAddress {
  const { filter = '', tab = 'body' } = useSearch({ strict: false });
  const router = useRouter();
  const navigate = useNavigate();
  return useMemo(() => {
    const search = searchOf(filter, tab);
    return {
      filter,
      tab,
      hrefOf: (id) => router.buildLocation(addressOf(scope, id, search)).publicHref,
      open: (id, options) => void navigate({ ...addressOf(scope, id, search), ...options }),
      chooseTab: (chosen) => void navigate(addressOf(scope, selectedId, searchOf(filter, chosen))),
      chooseFilter: (typed, { showsList = false, ...options } = {}) => {
        const id = showsList && !isPageWide() ? undefined : selectedId;
        void navigate({ ...addressOf(scope, id, searchOf(typed, tab)), ...options });
      },
    };
  }, [scope, selectedId, filter, tab, router, navigate]);
}

/** Whether a list and a request stand side by side. */
export function isPageWide(): boolean {
  return matchMedia('(min-width: 56.25rem)').matches;
}

type Search = ReturnType<typeof searchOf>;

/** Leaves out the usual values. */
function searchOf(filter: string, tab: RequestTab) {
  return { ...(tab !== 'body' && { tab }), ...(filter !== '' && { filter }) };
}

/** The address of a scope's screen, with a captured request or without one. */
export function addressOf(scope: LogScope, id: number | undefined, search: Search = {}) {
  if (scope === 'all') {
    if (id === undefined) return { to: '/all', search } as const;
    return { to: '/all/requests/$id', params: { id: String(id) }, search } as const;
  }
  if (id === undefined) {
    return { to: '/endpoints/$token', params: { token: scope }, search } as const;
  }
  const params = { token: scope, id: String(id) };
  return { to: '/endpoints/$token/requests/$id', params, search } as const;
}

/** The id that an address names. If the text is not an id it is 0, which no request has, so the screen says that. */
export function requestIdIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
}
