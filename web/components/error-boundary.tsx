import { Component, type ReactNode } from "react";

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Shown instead of what failed to render. */
  fallback: (error: unknown) => ReactNode;
}

interface Failure {
  error: unknown;
}

/** Keeps the rest of the page when something inside fails to render. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failure?: Failure }> {
  override state: { failure?: Failure } = {};

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override render() {
    const { failure } = this.state;
    return failure ? this.props.fallback(failure.error) : this.props.children;
  }
}
