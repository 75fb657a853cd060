import type { Delivery } from '@hookwell/client';

/** Deliveries in the order of the service: by their first attempt, the newest first. */
export interface ListedDeliveries {
  items: readonly Delivery[];
  /** The place where the page after them begins; `undefined` if there are no more. */
  next: number | undefined;
}

/** Puts the newest page, as it is now, in the place of what is known of it. Deliveries that it lacks are gone. */
export function withNewest(known: ListedDeliveries, newest: ListedDeliveries): ListedDeliveries {
  const last = newest.items.at(-1);
  const place = known.items.findIndex(({ delivery }) => delivery === last?.delivery);
  // If the page ends at none that is known, what follows it is not known either.
  if (newest.next === undefined || place < 0) return newest;
  const rest = { items: known.items.slice(place + 1), next: known.next };
  return withOlder(newest, rest);
}

/** Appends the page that follows. A delivery that began anew meanwhile is in the list already. */
export function withOlder(known: ListedDeliveries, older: ListedDeliveries): ListedDeliveries {
  const keys = new Set(known.items.map(({ delivery }) => delivery));
  const added = older.items.filter(({ delivery }) => !keys.has(delivery));
  return { items: [...known.items, ...added], next: older.next };
}

/** Replaces the known deliveries by what they are now. */
export function withChanged(
  known: ListedDeliveries,
  changed: readonly Delivery[],
): ListedDeliveries {
  const byKey = new Map(changed.map((delivery) => [delivery.delivery, delivery]));
  const items = known.items.map((item) => byKey.get(item.delivery) ?? item);
  return { ...known, items };
}
