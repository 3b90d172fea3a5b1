// What a page shows if a part of it cannot be loaded or drawn. After an upgrade an old tab asks for
// files that are gone; without this the whole page would be blank.

import { Component, type ReactNode } from 'react';
import { PartFault } from '#explorer/parts/part-fault.tsx';

interface PageBoundaryProps {
  /** A new value, such as the address of another page, starts another attempt. */
  readonly resetKey: string;
  readonly children: ReactNode;
}

interface PageBoundaryState {
  readonly error: Error | undefined;
  readonly failedKey: string;
}

export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { error: undefined, failedKey: '' };

  static getDerivedStateFromError(error: Error): Partial<PageBoundaryState> {
    return { error };
  }

  static getDerivedStateFromProps(
    { resetKey }: PageBoundaryProps,
    { error, failedKey }: PageBoundaryState,
  ): PageBoundaryState {
    if (error && failedKey !== '' && failedKey !== resetKey)
      return { error: undefined, failedKey: '' };
    return { error, failedKey: error ? resetKey : '' };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return <PartFault error={error} />;
  }
}
