/** What a browser or a program is known by. */
export interface Credentials {
  cookie?: string;
  key?: string;
}

/** Calls the API of the service at this address. */
export async function call(
  url: string,
  { cookie, key }: Credentials,
  method: string,
  path: string,
  body?: unknown,
): Promise<Response> {
  return await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(cookie === undefined ? {} : { cookie }),
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
