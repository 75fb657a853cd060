/** The classes of links in running text. */
export const textLink = 'font-medium text-accent underline underline-offset-2';
