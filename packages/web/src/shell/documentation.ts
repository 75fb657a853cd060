import { queryOptions, useQuery } from '@tanstack/react-query';
import type { SearchGroup } from '../ui/search-dialog.tsx';
import type { Command } from './commands.ts';

/** A page of the documentation, as the build lists it in `docs/index.json`. */
interface DocumentationPage {
  /** Its address is `/docs/` and this. */
  name: string;
  title: string;
  /** The headings below the title, and the fragments that lead to them. */
  headings: { id: string; text: string }[];
}

const documentationQuery = queryOptions({
  queryKey: ['documentation'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }): Promise<DocumentationPage[]> => {
    const answer = await fetch('/docs/index.json', { signal });
    if (!answer.ok) throw new Error(`The list of pages came with status ${answer.status}`);
    return await answer.json();
  },
});

/**
 * The commands that open the pages of the documentation: none until their list is there.
 * @param isSearch whether something was typed: then they open headings too
 */
export function useDocumentationCommands(isSearch: boolean): SearchGroup<Command>[] {
  const { data: pages } = useQuery(documentationQuery);
  if (pages === undefined) return [];
  const items = pages.flatMap(({ name, title, headings }) => [
    commandFor(name, title),
    ...(isSearch ? headings : []).map(({ id, text }) =>
      commandFor(`${name}#${id}`, `${title}: ${text}`),
    ),
  ]);
  return [{ label: 'Documentation', items }];
}

function commandFor(address: string, label: string) {
  return {
    value: `docs ${address}`,
    label,
    run: () => void window.open(`/docs/${address}`, '_blank'),
  };
}
