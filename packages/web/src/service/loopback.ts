/** Whether a host, as `URL` writes it, is the machine itself (https://www.w3.org/TR/secure-contexts/#potentially-trustworthy-origin). */
export function isLoopback(hostname: string): boolean {
  return /^(127(\.\d+){3}|\[::(1|ffff:7f[\da-f]{2}:[\da-f]{1,4})\]|(.+\.)?localhost\.?)$/.test(
    hostname,
  );
}
