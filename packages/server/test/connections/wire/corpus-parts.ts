/** What is sent, with a character for each byte, and what is read (`reading-text.ts`). */
export type Case = readonly [sent: string, read: string];

export const host = 'Host: a\r\n';

/** Stands behind a request whose end two servers may see at different places. */
export const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n';
