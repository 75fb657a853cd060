/** The first of those that made a signature. All are tried, so that the time tells nothing of them. */
export function makerAmong<Secret extends { secret: number }>(
  secrets: readonly Secret[],
  made: (secret: Secret) => boolean,
): { secret: number } | undefined {
  let maker: { secret: number } | undefined;
  for (const each of secrets) if (made(each)) maker ??= { secret: each.secret };
  return maker;
}
