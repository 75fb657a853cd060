import type { BrowserContext, Page } from 'playwright-core';

/** Events that must not happen in any page of a test, unless the test allows them. */
export interface Allowed {
  /** Complaints that the test provokes, such as by stopping the server. */
  complaints?: readonly RegExp[];
  /** Further origins that the page may send requests to. */
  origins?: readonly string[];
}

export type Note = (note: { complaint: string; origin?: string }) => void;

/**
 * Notes every page error, warning, report of the content security policy, dialog and foreign request of all pages of the
 * context, also of pages that are opened later.
 */
export async function noteComplaints(context: BrowserContext, note: Note): Promise<void> {
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      console.error(`policy: ${violatedDirective} refuses ${blockedURI} (${sample})`);
    });
  });
  context.on('request', (request) => {
    const { origin } = new URL(request.url());
    note({ complaint: `request to ${request.url().slice(0, 200)}`, origin });
  });
  context.on('console', (message) => {
    if (!/^(error|warning)$/.test(message.type())) return;
    note({ complaint: `${message.type()}: ${message.text()} (${message.location().url})` });
  });
  context.on('weberror', (error) => {
    note({ complaint: `page error: ${error.error().stack ?? error.error()}` });
  });
  context.on('dialog', (dialog) => {
    note({ complaint: `${dialog.type()}: ${dialog.message()}` });
    void dialog.dismiss().catch(() => {});
  });
  context.on('page', (page: Page) => {
    page.on('crash', () => note({ complaint: `crash of ${page.url()}` }));
    page.on('popup', (popup) => note({ complaint: `window: ${popup.url()}` }));
  });
}
