/** Puts an entry last; past `most` of them the first one is forgotten. */
export function remember<Key, Value>(
  map: Map<Key, Value>,
  key: Key,
  value: Value,
  most: number,
): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= most) return;
  for (const first of map.keys()) {
    map.delete(first);
    return;
  }
}
