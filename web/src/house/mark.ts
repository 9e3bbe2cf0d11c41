/** Whether this page has no server but is its own: the folder that `mamayev site` writes says so in its head. */
export const atALink = (): boolean => document.querySelector('meta[name="mamayev-house"]') !== null;
