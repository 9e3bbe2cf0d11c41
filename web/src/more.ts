/** Marks a scrolling region while more of it lies below: `base.css` draws the mark. */
export function more(region: HTMLElement): { destroy: () => void } {
  const SLIGHT = 8;
  const look = (): void => {
    const below = region.scrollHeight - region.clientHeight - region.scrollTop;
    region.toggleAttribute("data-below", below > SLIGHT);
  };
  const sizes = new ResizeObserver(look);
  for (const one of [region, ...region.children]) sizes.observe(one);
  region.addEventListener("scroll", look, { passive: true });
  return {
    destroy: () => {
      sizes.disconnect();
      region.removeEventListener("scroll", look);
    },
  };
}
