import { Spinner } from '../ui/spinner.tsx';

export function LoadingScreen() {
  return (
    <div className="m-auto p-6">
      <Spinner className="size-6" label="Loading" />
    </div>
  );
}
