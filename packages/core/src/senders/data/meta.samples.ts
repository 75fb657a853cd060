import { formText, type SampleRequest, sampleSecret } from '../parts/parts.ts';

/** https://developers.facebook.com/docs/graph-api/webhooks/getting-started#verification-requests */
export const metaVerification: SampleRequest = {
  id: 'meta:verification',
  sender: 'Meta',
  title: 'Verification of a callback (GET)',
  method: 'GET',
  query: `?${formText({
    'hub.mode': 'subscribe',
    'hub.challenge': '1158201444',
    'hub.verify_token': sampleSecret,
  })}`,
  headers: [
    ['Accept', '*/*'],
    ['User-Agent', 'facebookplatform/1.0 (+http://developers.facebook.com)'],
  ],
  body: '',
};
