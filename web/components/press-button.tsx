import type { ComponentProps } from "react";

interface PressButtonProps extends Omit<ComponentProps<"button">, "type" | "onClick"> {
  /** What it does is being done: a press does nothing, and the focus stays. */
  isBusy?: boolean;
  onPress: () => unknown;
}

/**
 * A button that does something, rather than sending a form. A survey's page has its own: it would load
 * the group `managing` of vite.config.ts for this one, and has no bytes left.
 */
export function PressButton(props: PressButtonProps) {
  const { className = "btn btn-outline", isBusy, onPress, ...others } = props;
  return (
    <button
      {...others}
      type="button"
      className={className}
      aria-busy={isBusy}
      onClick={() => !isBusy && void onPress()}
    />
  );
}
