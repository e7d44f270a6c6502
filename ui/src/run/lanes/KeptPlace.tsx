/**
 * A grid whose cards may change places. The browser forgets the focus and the scroll positions of an element that moves,
 * so both are given back.
 */

import { Component, type CSSProperties, createRef, type ReactNode } from "react";

interface KeptPlaceProps {
  /** Changes whenever a card moves. */
  order: string;
  className: string;
  style: CSSProperties;
  children: ReactNode;
}

interface Kept {
  focused: HTMLElement | null;
  scrolled: (readonly [element: Element, top: number])[];
}

export class KeptPlace extends Component<KeptPlaceProps> {
  readonly #grid = createRef<HTMLDivElement>();

  override getSnapshotBeforeUpdate(before: KeptPlaceProps): Kept | null {
    const grid = this.#grid.current;
    if (!grid || before.order === this.props.order) return null;
    const { activeElement } = document;
    const isWithin = activeElement instanceof HTMLElement && grid.contains(activeElement);
    return {
      focused: isWithin ? activeElement : null,
      scrolled: [...grid.querySelectorAll(".overflow-y-auto")].map(
        (element) => [element, element.scrollTop] as const,
      ),
    };
  }

  override componentDidUpdate(_: unknown, __: unknown, kept: Kept | null): void {
    if (!kept) return;
    for (const [element, top] of kept.scrolled)
      if (element.scrollTop !== top) element.scrollTop = top;
    if (kept.focused !== document.activeElement) kept.focused?.focus({ preventScroll: true });
  }

  override render() {
    const { className, style, children } = this.props;
    return (
      <div ref={this.#grid} className={className} style={style}>
        {children}
      </div>
    );
  }
}
