/** Scroll an element into view when it appears. */
export const inView = (element: HTMLElement): void => element.scrollIntoView({ block: "nearest" });
