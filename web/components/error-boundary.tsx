import { Component, type ReactNode } from "react";

interface ErrorBoundaryProps {
  children: ReactNode;
  /** What stands in for what broke. */
  fallback: (error: unknown) => ReactNode;
}

interface Failure {
  error: unknown;
}

/** Keeps what breaks inside it from taking the rest of the page with it. */
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
