import { errorMessage } from '@hookwell/core/api/error-message';
import { useState } from 'react';
import { Button } from '../ui/controls.tsx';
import { SendIcon } from '../ui/icons.tsx';

interface SendSampleProps {
  url: string;
}

/** Sends a sample at a click. The captured request then shows that it arrived. */
export function SendSample({ url }: SendSampleProps) {
  const [isBusy, setBusy] = useState(false);
  const [words, setWords] = useState('');

  async function send(): Promise<void> {
    setBusy(true);
    setWords('');
    try {
      setWords(await sendFirstSample(url));
    } catch (error) {
      setWords(errorMessage(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Button
        aria-disabled={isBusy}
        onClick={() => {
          if (!isBusy) void send();
        }}
        tone="primary"
      >
        <SendIcon className="size-4" />
        Send a test request now
      </Button>
      <p className="order-last w-full text-muted empty:hidden" role="status">
        {words}
      </p>
    </>
  );
}

/** Loads its parts when the user clicks, since the samples are larger than the page around them. */
async function sendFirstSample(url: string): Promise<string> {
  const [{ samples }, { sendTestRequest }, { testRequestOf }] = await Promise.all([
    import('@hookwell/client/samples'),
    import('./send-test-request.ts'),
    import('./test-request.ts'),
  ]);
  const [sample] = samples;
  if (sample === undefined) return 'There is no sample.';
  const { isStored, message, status } = await sendTestRequest(url, testRequestOf(sample));
  return isStored ? `Sent a sample of ${sample.sender}: ${sample.title}.` : `${status} ${message}.`;
}
