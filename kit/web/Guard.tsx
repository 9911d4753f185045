import { Component, type ReactNode } from 'react';

interface GuardProps {
  /** Shown in place of what did not come. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Around a part that comes when it is needed, and may not: the rest of the page stays. */
export class Guard extends Component<GuardProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
