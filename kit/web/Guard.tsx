import { Component, type ReactNode } from 'react';

interface GuardProps {
  /** Shown instead of the part that failed to load. */
  fallback: ReactNode;
  children: ReactNode;
}

/** An error boundary around a lazily loaded part: if loading fails, the rest of the page stays. */
export class Guard extends Component<GuardProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
