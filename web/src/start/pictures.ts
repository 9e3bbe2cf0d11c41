import { api } from "../api";
import type { GameInfo, Thumbnail } from "../protocol";

/** Milliseconds that the library waits for the pictures of its games: they come with the page, not after it. */
const PATIENCE = 5000;
const pictures = new Map<string, Promise<Thumbnail>>();

/** The picture of a game, fetched once. */
export function pictureOf(game: string): Promise<Thumbnail> {
  const known = pictures.get(game);
  if (known) return known;
  const coming = api.gameThumbnail(game);
  pictures.set(game, coming);
  coming.catch(() => pictures.delete(game));
  return coming;
}

/** All games, once their pictures are there. */
export async function pictured(): Promise<GameInfo[]> {
  const games = await api.games();
  const all = Promise.allSettled(games.map(({ name }) => pictureOf(name)));
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  return games;
}
