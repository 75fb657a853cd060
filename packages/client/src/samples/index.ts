import { type SampleRequest, samples } from '@hookwell/senders/samples';

export { type SampleRequest, sampleSecret, samples } from '@hookwell/senders/samples';

/** The sample of that id, if there is one. */
export function findSample(id: string): SampleRequest | undefined {
  return samples.find((sample) => sample.id === id);
}
