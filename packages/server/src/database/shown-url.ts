/** The URL of a PostgreSQL database in a sentence: without user and password, and without options, which may hold one too. */
export function shownUrl(url: string): string {
  return url.replace(/\/\/.*@/, '//').replace(/\?.*/, '');
}
