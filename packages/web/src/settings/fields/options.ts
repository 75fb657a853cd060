import type { Option } from './suggested-input.tsx';

/** Statuses that receivers of webhooks give (RFC 9110, section 15; RFC 6585), for completion. */
export const statuses: readonly Option[] = [
  { label: '200', hint: 'OK' },
  { label: '201', hint: 'Created' },
  { label: '202', hint: 'Accepted' },
  { label: '204', hint: 'No Content: there is no body' },
  { label: '301', hint: 'Moved Permanently' },
  { label: '302', hint: 'Found' },
  { label: '307', hint: 'Temporary Redirect: with the same method' },
  { label: '308', hint: 'Permanent Redirect: with the same method' },
  { label: '400', hint: 'Bad Request' },
  { label: '401', hint: 'Unauthorized' },
  { label: '403', hint: 'Forbidden' },
  { label: '404', hint: 'Not Found' },
  { label: '409', hint: 'Conflict' },
  { label: '410', hint: 'Gone: some senders never send again' },
  { label: '422', hint: 'Unprocessable Content' },
  { label: '429', hint: 'Too Many Requests' },
  { label: '500', hint: 'Internal Server Error' },
  { label: '502', hint: 'Bad Gateway' },
  { label: '503', hint: 'Service Unavailable' },
  { label: '504', hint: 'Gateway Timeout' },
];

export const delays: readonly Option[] = [
  { label: '500ms' },
  { label: '2s' },
  { label: '10s', hint: 'Many senders wait no longer.' },
  { label: '30s' },
  { label: '60s', hint: 'The longest.' },
];

export const mediaTypes: readonly Option[] = [
  { label: 'application/json', hint: 'Inserted fields are escaped as parts of a JSON string.' },
  { label: 'text/plain; charset=utf-8' },
  {
    label: 'text/html; charset=utf-8',
    hint: 'Inserted fields are escaped. Browsers show it in a sandbox.',
  },
  { label: 'application/xml', hint: 'Inserted fields are escaped.' },
  { label: 'application/x-www-form-urlencoded' },
];
