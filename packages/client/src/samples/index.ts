import { type SampleRequest, samples } from '@hookwell/core/senders/tables/samples';

export { type SampleRequest, sampleSecret, samples } from '@hookwell/core/senders/tables/samples';

/** The sample of that id, if there is one. */
export function findSample(id: string): SampleRequest | undefined {
  return samples.find((sample) => sample.id === id);
}
