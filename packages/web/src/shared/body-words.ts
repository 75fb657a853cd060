import type { SharedRequest } from '@hookwell/client';
import { formatBytes } from '../ui/format.ts';

/** The type and size of a body: `application/json · 1.4 KB`. */
export function bodyWords({ contentType, size }: SharedRequest['body']): string {
  if (size === 0) return 'no body';
  const type = contentType?.split(';', 1)[0]?.trim();
  return [type, formatBytes(size)].filter(Boolean).join(' · ');
}
