import type { Challenge, GameInfo, NewChallenge } from "../protocol";
import { setUpWords, spoken } from "../start/names";
import { words } from "../words/club";

type Pace = NewChallenge["pace"];

/** The pace of a game in two lines: its kind, and its times. */
export function paceOf(pace: Pace): [string, string] {
  if (!pace) return [words.noClock, ""];
  if (pace.kind === "live") return [words.live, words.minutesAndSeconds(pace.minutes, pace.seconds ?? 0)];
  return [words.dailyPace, words.daysAndHours(pace.days, pace.hours ?? 0)];
}

/** The rules of a challenge in a few words: its preset, edition and changed options. */
export function rulesOf(challenge: Challenge, game: GameInfo | undefined): string {
  const { edition, options } = challenge;
  const [usual] = game?.presets ?? [];
  const said = setUpWords({ edition, options, dice: "seeded" }, game);
  return (said.length ? said : usual ? [usual.title] : []).join(" · ");
}

/** The seat that I get in a challenge. */
export const seatIn = ({ pair, seat }: Challenge): string =>
  pair ? words.eachOnce : seat === null ? words.either : spoken(seat);

/** Who may accept a challenge. */
export function openTo({ audience, lowest, highest, to }: Challenge, me: string): string {
  if (audience === "link") return words.byItsLink;
  if (audience === "member") return to === me ? words.forYou : words.onlyTo(to);
  if ((lowest ?? null) === null && (highest ?? null) === null) return words.anybody;
  return words.ratings(lowest ?? null, highest ?? null);
}

/** Whom a challenge is against, in one line: the rating with its error. */
export function strengthOf({ bot, rating, deviation, games }: Challenge["by"]): string {
  const known = rating != null && deviation != null ? words.ratingOf(rating, deviation) : "";
  return [known, bot ? words.aBot : games ? "" : words.newHere].filter(Boolean).join(", ");
}

/** A challenge as one sentence. */
export const sentenceOf = (challenge: Challenge, game: GameInfo | undefined, me: string): string =>
  [
    challenge.title,
    rulesOf(challenge, game),
    `${words.youPlay} ${seatIn(challenge)}`,
    `${words.againstWhom} ${challenge.by.name}`,
    strengthOf(challenge.by),
    ...paceOf(challenge.pace),
    challenge.rated ? words.rated : words.friendly,
    `${words.openTo} ${openTo(challenge, me)}`,
  ]
    .filter(Boolean)
    .join(", ");
