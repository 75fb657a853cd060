import type { Principal, Service } from '@hookwell/client';
import { localZone } from '@hookwell/core/match/text/times';

const units = ['KiB', 'MiB', 'GiB'];

/** `14 B`, `2.1 KiB`, `25 MiB`. */
export function byteSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  let size = bytes / 1024;
  let unit = 0;
  for (; size >= 1023.95 && unit < units.length - 1; unit++) size /= 1024;
  return `${size.toFixed(size < 10 ? 1 : 0)} ${units[unit]}`;
}

/** `1 request`, `2 requests`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The time that has passed since a moment, in its largest unit: `3d`, `12h`, `5m`. */
export function ageSince(sinceMs: number): string {
  const minutes = Math.max(0, Math.floor((Date.now() - sinceMs) / 60_000));
  if (minutes < 60) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours}h` : `${Math.floor(hours / 24)}d`;
}

/** The local time of day with its zone: `12:00:01Z`, `14:00:01+02:00`. */
export function timeOfDay(dateTime: string): string {
  const time = new Date(dateTime);
  const parts = [time.getHours(), time.getMinutes(), time.getSeconds()];
  return parts.map((part) => String(part).padStart(2, '0')).join(':') + localZone(time);
}

/** A length of time in its two largest units at most: `350ms`, `12.5s`, `1m 30s`, `2h 5m`, `3d 4h`. */
export function timeSpan(milliseconds: number): string {
  const ms = Math.max(0, Math.round(milliseconds));
  if (ms < 1000) return `${ms}ms`;
  if (ms < 59_950) return `${Number((ms / 1000).toFixed(1))}s`;
  const seconds = Math.round(ms / 1000);
  const units = [
    [86_400, 'd'],
    [3600, 'h'],
    [60, 'm'],
    [1, 's'],
  ] as const;
  const largest = units.findIndex(([size]) => seconds >= size);
  const parts = units.slice(largest, largest + 2).map(([size, unit], index) => {
    const before = index === 0 ? seconds : seconds % (units[largest]?.[0] ?? seconds);
    return [Math.floor(before / size), unit] as const;
  });
  return parts.flatMap(([count, unit]) => (count === 0 ? [] : [`${count}${unit}`])).join(' ');
}

/** The limits of an account's plan in words: `3 of 3 endpoints. The newest 500 requests of each are kept for 7 days, 100 MiB in all.` */
export function planLimits(
  { plan }: Pick<Principal, 'plan'>,
  { plans }: Pick<Service, 'plans'>,
  endpointCount: number,
): string {
  const limits = plans.find((offered) => offered.plan === plan);
  if (limits === undefined) return `${counted(endpointCount, 'endpoint')}.`;
  const { endpoints, requestsPerEndpoint, days, bytes } = limits;
  const kept =
    requestsPerEndpoint === 1
      ? 'request of each is'
      : `${requestsPerEndpoint} requests of each are`;
  return `${endpointCount} of ${counted(endpoints, 'endpoint')}. The newest ${kept} kept for ${counted(days, 'day')}, ${byteSize(bytes)} in all.`;
}
