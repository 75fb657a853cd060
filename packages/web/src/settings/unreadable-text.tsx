import { Button } from '../ui/button.tsx';
import type { TextProblem } from './draft/settings-text.ts';
import { faultWords } from './fields/fault-line.tsx';

interface UnreadableTextProps {
  problem: TextProblem;
  onJson: () => void;
}

/** Stands in for the fields while the JSON text cannot be read. */
export function UnreadableText({ problem, onJson }: UnreadableTextProps) {
  return (
    <div className="flex flex-col items-start gap-3 rounded-lg border border-line bg-surface p-4">
      <p>
        The JSON text cannot be shown in fields.{' '}
        <span className="wrap-anywhere text-danger">{faultWords(problem.sentence)}.</span>
      </p>
      <Button onClick={onJson}>Go to the JSON text</Button>
    </div>
  );
}
