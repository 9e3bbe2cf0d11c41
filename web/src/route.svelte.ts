/** Addresses: `#/` the list of games, `#/play/ID` a table, `#/play/ID/at/PLY` the same table at an earlier moment. */
export type Route = { page: "start" } | { page: "play"; id: string; ply: number | null };

function parse(hash: string): Route {
  const found = /^#\/play\/([^/]+)(?:\/at\/(\d+))?$/.exec(hash);
  if (!found?.[1]) return { page: "start" };
  return { page: "play", id: decodeURIComponent(found[1]), ply: found[2] === undefined ? null : Number(found[2]) };
}

class Router {
  route = $state.raw<Route>(parse(location.hash));

  constructor() {
    addEventListener("hashchange", () => (this.route = parse(location.hash)));
  }
}

export const router = new Router();
export const startAddress = "#/";
export const playAddress = (id: string, ply?: number): string =>
  `#/play/${encodeURIComponent(id)}${ply === undefined ? "" : `/at/${ply}`}`;
export const go = (address: string): void => {
  location.hash = address;
};
