import { Component, type ComponentType, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';

type Props = {
  children: ReactNode;
  /** What can still be shown below the error message. */
  left?: ReactNode;
};

/** Catches errors while its children are rendered, and shows instead what to do. The rest of the page stays. */
export class Boundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <>
        <Notice kind="danger" title="This part of the page stopped working" className="w-full">
          <span>Try again. If that doesn’t help, reload the page.</span>
          <span className="mt-1 flex flex-wrap gap-2">
            <Button size="xs" variant="outline" color="neutral" onClick={() => this.setState({ failed: false })}>
              Try again
            </Button>
            <Button size="xs" variant="outline" color="neutral" onClick={() => location.reload()}>
              Reload the page
            </Button>
          </span>
        </Notice>
        {this.props.left}
      </>
    );
  }
}

/** The same island, in a boundary of its own. */
export function bounded<IslandProps extends object>(Island: ComponentType<IslandProps>): ComponentType<IslandProps> {
  return function Bounded(props: IslandProps) {
    return (
      <Boundary>
        <Island {...props} />
      </Boundary>
    );
  };
}
