import { catalogue } from "./language";

/** The house of a page that has no server. */
export const words = catalogue("house", {
  elsewhere: "Your games are open in another tab. Go on there, or close it and load this page again.",
  notBegun: (why: string) => `The games could not be loaded (${why}). Load the page again; what was played is kept.`,
});
