/** The parts of the search that a page without a filter does not need. They are loaded when a filter is first used. */
export { knownEvent } from '../labels/use-labels.ts';
export { filterToPaste, readFilter, withTerm } from './filter-text.ts';
export { FilterMarks, FilterProblems, TimeChips } from './filter-words.tsx';
export { readSuggested } from './read-suggested.ts';
export { RequestSearch } from './request-search.ts';
export { SuggestionList } from './suggestion-list.tsx';
export { forgetSearch, keepSearch, recentSearches, suggest } from './suggestions.ts';
