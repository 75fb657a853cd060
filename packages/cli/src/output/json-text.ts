import { visibleJson } from './visible.ts';

/** The value as JSON on one line, safe to show on a terminal. */
export function jsonLine(value: unknown): string {
  return visibleJson(JSON.stringify(value));
}
