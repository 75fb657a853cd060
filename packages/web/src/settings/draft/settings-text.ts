import type { EndpointSettings } from '@hookwell/client';
import { faultsOfSettings, ShapeError } from '@hookwell/core/rules';
import { scanJson } from '../../detail/json/scan-json.ts';

/** Why a text holds no settings that can be edited in fields. */
export interface TextProblem {
  /** A sentence without its full stop. */
  sentence: string;
  /** The index of the character at which the text stops being JSON. */
  offset?: number;
}

/** Writes settings as people read them. */
export function settingsText(settings: EndpointSettings): string {
  return JSON.stringify(settings, null, 2);
}

/** Reads a text as far as its shape goes: whether each part makes sense is another question. */
export function readSettingsText(
  text: string,
): { settings: EndpointSettings } | { problem: TextProblem } {
  let value: unknown;
  try {
    value = text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    return { problem: jsonProblem(text) };
  }
  const misshapen = faultsOfSettings(value).find((fault) => fault instanceof ShapeError);
  if (misshapen !== undefined) return { problem: { sentence: misshapen.message } };
  // Each part is of the kind that belongs there.
  return { settings: value as EndpointSettings };
}

function jsonProblem(text: string): TextProblem {
  const scanned = scanJson(text);
  if (scanned.ok) return { sentence: 'the text is nested too deeply' };
  const { offset, message } = scanned.fault;
  const before = text.slice(0, offset).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  return { sentence: `line ${before.length}, column ${column}: ${message}`, offset };
}
