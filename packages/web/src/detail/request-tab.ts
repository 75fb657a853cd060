/** Which part of a request is shown. */
export type RequestTab = 'body' | 'headers' | 'query';

export const requestTabs: readonly RequestTab[] = ['body', 'headers', 'query'];

/** The tab before or after one, round the ends. */
export function tabBeside(tab: RequestTab, step: 1 | -1): RequestTab {
  const count = requestTabs.length;
  return requestTabs[(requestTabs.indexOf(tab) + step + count) % count] ?? tab;
}
