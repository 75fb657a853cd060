import type { EndpointSettings, HookwellClient } from '@hookwell/client';
import { differenceLines, differencesOf, hiddenDifference } from './differences.ts';
import { isSame, versioned } from './versioned-settings.ts';

/**
 * Puts settings, and tells what changed, in lines for people.
 * @param merge keeps those members at the top that the given settings do not have
 */
export async function setSettings(
  calls: ReturnType<HookwellClient['endpoints']['settings']>,
  given: EndpointSettings,
  { merge }: { merge: boolean },
): Promise<{ settings: EndpointSettings; lines: readonly string[] }> {
  const before = await versioned((options) => calls.get(options));
  const wanted = merge ? { ...before.settings, ...given } : given;
  const after = await versioned((options) => calls.put(wanted, options));
  const { settings } = after;
  if (isSame(before, after)) return { settings, lines: ['Nothing was changed'] };
  const differences = differencesOf(before.settings, settings);
  const told = differences.length === 0 ? [hiddenDifference] : differences;
  return { settings, lines: ['The settings are changed:', ...differenceLines(told)] };
}
