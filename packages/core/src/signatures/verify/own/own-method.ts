import type { SchemeSettings } from '../../scheme.ts';
import type { Method, NumberedSecret } from '../method.ts';
import { mandrill, twilio } from './address-and-form.ts';
import { contentful } from './hmacs.ts';
import { adyen, awsSns, mailgun, microsoftGraph } from './in-body.ts';
import { paypal, plaid } from './public-keys.ts';

/** The parts that a scheme of its own is made with. */
export interface OwnParts {
  settings: SchemeSettings;
  secrets: readonly NumberedSecret[];
  /** In seconds. */
  tolerance: number;
}

const methods: Readonly<Record<string, (parts: OwnParts) => Method>> = {
  adyen,
  'aws-sns': awsSns,
  contentful,
  mailgun,
  mandrill,
  'microsoft-graph': microsoftGraph,
  paypal,
  plaid,
  twilio,
};

/** The schemes that are no data. */
export const ownMethods: readonly string[] = Object.keys(methods);

/** @throws {Error} if a secret cannot be its key, or if the table names a function that is not here */
export function ownMethod(
  scheme: string,
  settings: SchemeSettings,
  secrets: readonly NumberedSecret[],
  tolerance: number,
): Method {
  const make = methods[scheme];
  if (make === undefined) throw new Error(`${scheme} has no function`);
  return make({ settings, secrets, tolerance });
}
