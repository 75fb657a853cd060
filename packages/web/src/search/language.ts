/** The parts of the search that a page without a filter does not need. They are loaded when a filter is first used. */
export { knownEvent } from '../labels/use-labels.ts';
export { FilterMarks } from './filter-marks.tsx';
export { FilterProblems } from './filter-problems.tsx';
export { withTerm } from './narrowing.ts';
export { filterToPaste } from './pasted-text.ts';
export { readFilter } from './read-filter.ts';
export { readSuggested } from './read-suggested.ts';
export { forgetSearch, keepSearch, recentSearches } from './recent-searches.ts';
export { searchRequests } from './search-requests.ts';
export { SuggestionList } from './suggestion-list.tsx';
export { suggest } from './suggestions.ts';
export { TimeChips } from './time-chips.tsx';
