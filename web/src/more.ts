/** Mark a scrolling region while more of it is below, or to its right or left. `base.css` draws the marks. `reached`: the keyboard reaches it while it scrolls. */
export function more(region: HTMLElement, reached = false): { destroy: () => void } {
  const SLIGHT = 8;
  const look = (): void => {
    region.removeAttribute("data-below"); // the mark itself takes room
    const below = region.scrollHeight - region.clientHeight - region.scrollTop;
    const beside = region.scrollWidth - region.clientWidth - region.scrollLeft;
    if (reached) region.tabIndex = below > 0 || beside > 0 ? 0 : -1;
    region.toggleAttribute("data-below", below > SLIGHT);
    region.toggleAttribute("data-beside", below <= SLIGHT && beside > SLIGHT);
    region.toggleAttribute("data-before", below <= SLIGHT && region.scrollLeft > SLIGHT);
  };
  const sizes = new ResizeObserver(look);
  const watch = (): void => {
    sizes.disconnect();
    for (const one of [region, ...region.children]) sizes.observe(one);
  };
  const changes = new MutationObserver(watch);
  changes.observe(region, { childList: true });
  watch();
  region.addEventListener("scroll", look, { passive: true });
  return {
    destroy: () => {
      sizes.disconnect();
      changes.disconnect();
      region.removeEventListener("scroll", look);
    },
  };
}
