/**
 * The target that the text names: `http://localhost:3000/hook`, and for short `localhost:3000/hook`,
 * `3000/hook` and `3000`. A bare number is a port: as a host it would be an address of IPv4, somewhere.
 * @throws {TypeError} if the text is no such address
 */
export function parseTarget(text: string): URL {
  const refuse = (reason: string): never => {
    throw new TypeError(`"${text}" is not a URL to forward to: ${reason}`);
  };
  const address = /^\d+(?![^/?#])/.test(text) ? `http://localhost:${text}` : withScheme(text);
  if (!URL.canParse(address)) return refuse('it should look like http://localhost:3000/hook');
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol)) return refuse('it must begin with http:// or https://');
  if (url.username !== '' || url.password !== '') return refuse('it may not have a password in it');
  if (url.hash !== '') return refuse('it may not have a "#" in it');
  return url;
}

function withScheme(text: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
}
