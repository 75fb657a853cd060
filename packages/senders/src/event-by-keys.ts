import { eventText } from './event-text.ts';
import { isJsonObject, valueAt } from './json-path.ts';
import type { EventPlace } from './sender/parts.ts';

/** The event of a body by its keys: `push`, `pull_request.opened`. */
export function eventByKeys(
  json: unknown,
  isWhole: boolean,
  { byKeys, surroundings }: Extract<EventPlace, { byKeys: unknown }>,
): string | undefined {
  if (!isJsonObject(json)) return undefined;
  const action = eventText(valueAt(json, 'action')?.value);
  const isBareBody = Object.keys(json).every((key) => surroundings.includes(key));
  const known = byKeys.find(
    ({ has, without = [], actions, isBare, isCertain }) =>
      (isWhole || isCertain) &&
      (!isBare || isBareBody) &&
      has.every((path) => valueAt(json, path) !== undefined) &&
      !without.some((path) => valueAt(json, path) !== undefined) &&
      (actions === undefined || (action !== undefined && actions.includes(action))),
  );
  if (known === undefined) return undefined;
  return action === undefined ? known.event : `${known.event}.${action}`;
}
