/** The parts of a captured request that have a tab each. */
export type RequestTab = 'body' | 'headers' | 'query';

const requestTabs: readonly RequestTab[] = ['body', 'headers', 'query'];

/** The tab before or after this one, in a ring. */
export function tabBeside(tab: RequestTab, step: 1 | -1): RequestTab {
  const count = requestTabs.length;
  return requestTabs[(requestTabs.indexOf(tab) + step + count) % count] ?? tab;
}
