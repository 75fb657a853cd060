import type { CapturedRequestSummary } from '@hookwell/client';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { earlierQuery } from '../request/request-queries.ts';
import { tokenIn } from '../request/target.ts';
import { formatAge, formatBytes } from '../ui/format.ts';
import { CompareIcon } from '../ui/icons.tsx';
import { Menu, type MenuEntry } from '../ui/menu.tsx';

/** The menu of earlier requests to compare this one with. */
export function CompareMenu({ id, target }: { id: number; target: string | undefined }) {
  const navigate = useNavigate();
  const [isWanted, setWanted] = useState(false);
  const token = target === undefined ? undefined : tokenIn(target);
  const earlier = useQuery({
    ...earlierQuery(id, token ?? ''),
    enabled: isWanted && token !== undefined,
  });
  const compare = (other: number) => {
    void navigate({ to: '/compare/$a/$b', params: { a: String(other), b: String(id) } });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the user acts on the menu inside
    <span onFocus={() => setWanted(true)} onPointerEnter={() => setWanted(true)}>
      <Menu
        align="end"
        className="inline-flex size-8 items-center justify-center rounded-lg text-muted hover:bg-raised hover:text-text"
        entries={entriesOf(earlier.data, earlier.isError, compare)}
        label="Compare with"
        title="Compare with…"
      >
        <CompareIcon />
      </Menu>
    </span>
  );
}

function entriesOf(
  earlier: readonly CapturedRequestSummary[] | undefined,
  isFailed: boolean,
  compare: (id: number) => void,
): MenuEntry[] {
  if (earlier === undefined || earlier.length === 0) {
    const none = isFailed ? 'They could not be loaded.' : 'Loading…';
    return [
      { kind: 'heading', label: earlier === undefined ? none : 'There is no earlier request.' },
    ];
  }
  const [previous, ...others] = earlier;
  return [
    { kind: 'heading', label: 'Compare with the previous request' },
    ...(previous === undefined ? [] : [entryOf(previous, compare)]),
    ...(others.length === 0 ? [] : [{ kind: 'heading', label: 'or with an earlier one' } as const]),
    ...others.map((other) => entryOf(other, compare)),
  ];
}

function entryOf(request: CapturedRequestSummary, compare: (id: number) => void): MenuEntry {
  const { id, method, path = '', receivedAt, bodySize } = request;
  return {
    label: `${method} ${path}`.trim(),
    hint: `#${id}, ${formatAge(receivedAt, Date.now())}, ${formatBytes(bodySize)}`,
    run: () => compare(id),
  };
}
