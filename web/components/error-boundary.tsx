import { Component, type ReactNode } from "react";
import { LoadFailure } from "./lazy-page.tsx";

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Shown instead of what failed to render. */
  fallback: (error: unknown, retry: () => void) => ReactNode;
}

interface State {
  failure?: { error: unknown } | undefined;
}

/** Keeps the rest of the page when something inside fails to render, or its code to load. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  override componentDidCatch(error: unknown) {
    if (error instanceof LoadFailure) error.forget();
  }

  override componentDidMount() {
    window.addEventListener("online", this.loadAgain);
  }

  override componentWillUnmount() {
    window.removeEventListener("online", this.loadAgain);
  }

  retry = () => this.setState({ failure: undefined });

  loadAgain = () => {
    if (this.state.failure?.error instanceof LoadFailure) this.retry();
  };

  override render() {
    const { failure } = this.state;
    return failure ? this.props.fallback(failure.error, this.retry) : this.props.children;
  }
}
