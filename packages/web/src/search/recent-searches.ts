import { readSetting, writeSetting } from '../page/settings.ts';
import { readFilter } from './read-filter.ts';
import type { Suggestion } from './suggestions.ts';

const mostKept = 10;
const longestCharacters = 500;

/** The last searches of this browser, the latest first, as suggestions for an empty field. */
export function recentSearches(): Suggestion[] {
  return kept().map((label) => {
    // The space behind it ends the last word, so that nothing more is suggested for it.
    const text = `${label} `;
    return { label, hint: undefined, text, caret: text.length, isRecent: true };
  });
}

/** Keeps a search that the user has finished. One with words that make no sense is not kept. */
export function keepSearch(typed: string): void {
  const search = typed.trim();
  if (search === '' || search.length > longestCharacters) return;
  if (readFilter(search).problems.length > 0) return;
  const [latest = '', ...earlier] = kept();
  // A search that was only typed on takes the place of its beginning.
  const others = search.startsWith(`${latest} `) ? earlier : [latest, ...earlier];
  write([search, ...others.filter((other) => other !== search)]);
}

export function forgetSearch(search: string): void {
  write(kept().filter((other) => other !== search));
}

function write(searches: readonly string[]): void {
  const left = searches.filter((search) => search !== '').slice(0, mostKept);
  writeSetting('searches', left.length === 0 ? undefined : left.join('\n'));
}

/** A search has no line break, since its field has one line. */
function kept(): string[] {
  return (readSetting('searches') ?? '').split('\n').filter((search) => search !== '');
}
