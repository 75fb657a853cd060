import { buttonClass, IconButton } from '../../ui/button.tsx';
import { formatCount } from '../../ui/format.ts';
import { ChevronDownIcon, SearchIcon } from '../../ui/icons.tsx';
import { Menu } from '../../ui/menu.tsx';
import { ExpandButtons } from './expand-buttons.tsx';
import type { JsonTreeState } from './use-json-tree.ts';

interface JsonTreeToolsProps {
  tree: JsonTreeState;
  /** Called when the focus leaves the search field for the tree. */
  onLeave: () => void;
}

/** The search in a tree, and the buttons to open and close its levels. */
export function JsonTreeTools({ tree, onLeave }: JsonTreeToolsProps) {
  return (
    <div className="@container flex items-center gap-1 border-b border-line px-2 py-0.5">
      <TreeSearch onLeave={onLeave} tree={tree} />
      <span className={`flex shrink-0 items-center ${tree.query === '' ? '' : '@max-lg:hidden'}`}>
        <ExpandButtons expandTo={tree.expandTo} />
        <Menu
          align="end"
          className={buttonClass('quiet', 'small')}
          entries={[1, 2, 3, 4, 5].map((depth) => ({
            label: depth === 1 ? 'First level' : `${depth} levels`,
            run: () => tree.expandTo(depth),
          }))}
          title="Expand to a depth"
        >
          Depth
          <ChevronDownIcon className="size-3.5" />
        </Menu>
      </span>
    </div>
  );
}

function TreeSearch({ tree, onLeave }: JsonTreeToolsProps) {
  const { query, matches, match } = tree;
  const hasMatches = matches.nodes.length > 0;
  return (
    <search className="flex min-w-0 grow items-center gap-1">
      <label className="relative min-w-24 grow">
        <span className="sr-only">Search in names and values</span>
        <SearchIcon className="pointer-events-none absolute top-1.75 left-2 size-4 text-muted" />
        <input
          className="h-7.5 w-full min-w-0 rounded-lg bg-transparent pr-2 pl-8 -outline-offset-2"
          onChange={(event) => tree.setQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') tree.goToMatch(event.shiftKey ? -1 : 1);
            else if (event.key === 'Escape') {
              tree.setQuery('');
              onLeave();
            } else return;
            event.preventDefault();
            event.stopPropagation();
          }}
          placeholder="Search"
          spellCheck={false}
          type="search"
          value={query}
        />
      </label>
      {query !== '' && (
        <>
          <output className="shrink-0 text-xs text-muted tabular-nums">
            {match >= 0 && `${formatCount(match + 1)} of `}
            {formatCount(matches.nodes.length)}
            {matches.isComplete ? '' : '+'} found
          </output>
          <IconButton
            disabled={!hasMatches}
            label="Previous match"
            onClick={() => tree.goToMatch(-1)}
            shortcut="Shift+Enter"
          >
            <ChevronDownIcon className="size-4 rotate-180" />
          </IconButton>
          <IconButton
            disabled={!hasMatches}
            label="Next match"
            onClick={() => tree.goToMatch(1)}
            shortcut="Enter"
          >
            <ChevronDownIcon />
          </IconButton>
        </>
      )}
    </search>
  );
}
