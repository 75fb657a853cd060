import { createStore, useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';

export type SchemeTable = typeof import('./scheme-table.ts');

const table = createStore<SchemeTable | undefined>(undefined);
let loading: Promise<void> | undefined;

/** Loads the signature schemes, unless they are here. Without them, schemes have their short names alone. */
function loadSchemes(): Promise<void> {
  loading ??= import('./scheme-table.ts').then(
    (loaded) => table.setState(() => loaded),
    () => {
      loading = undefined;
    },
  );
  return loading;
}

/** The signature schemes, once they are here. They are loaded when they are needed. */
export function useSchemes(isNeeded: boolean): SchemeTable | undefined {
  const known = useSelector(table);
  useEffect(() => {
    if (isNeeded) void loadSchemes();
  }, [isNeeded]);
  return known;
}

/** The scheme of this name, once the table is here. */
export function useScheme(name: string | undefined) {
  const known = useSchemes(name !== undefined);
  return name === undefined ? undefined : known?.findScheme(name);
}
