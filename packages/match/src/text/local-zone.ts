/** The zone of this machine at a moment, as ISO 8601 has it: `Z`, `+02:00`. */
export function localZone(at: Date): string {
  const offset = -at.getTimezoneOffset();
  if (offset === 0) return 'Z';
  const minutes = Math.abs(offset);
  const parts = [Math.floor(minutes / 60), minutes % 60];
  return `${offset < 0 ? '-' : '+'}${parts.map((part) => String(part).padStart(2, '0')).join(':')}`;
}
