import { catalogue, counted, language } from "./language";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const days = (count: number): string => counted(count, { one: "# day", other: "# days" });
const hours = (count: number): string => counted(count, { one: "# hour", other: "# hours" });
const minutes = (count: number): string => counted(count, { one: "# minute", other: "# minutes" });
const seconds = (count: number): string => counted(count, { one: "# second", other: "# seconds" });
const two = (count: number): string => `${count}`.padStart(2, "0");
const joined = (large: string, small: number, said: (count: number) => string): string =>
  small ? `${large} ${said(small)}` : large;

/** Divide a time into a large and a small unit. */
const parts = (time: number, large: number, small: number): [number, number] => [
  Math.floor(time / large),
  Math.floor((time % large) / small),
];

/** The clocks at the table. */
export const words = catalogue("clocks", {
  /** A time in milliseconds as a clock shows it. */
  short: (time: number): string => {
    const left = Math.max(0, time);
    const [large, small, under] =
      left >= DAY ? [DAY, HOUR, "d"] : left >= HOUR ? [HOUR, MINUTE, "h"] : [MINUTE, SECOND];
    const [most, rest] = parts(left, large, small);
    if (!under) return `${most}:${two(rest)}`;
    return under === "d" ? `${most} d ${two(rest)} h` : `${most} h ${two(rest)} min`;
  },
  /** A time in milliseconds in words. */
  long: (time: number): string => {
    const left = Math.max(0, time);
    if (left >= DAY) {
      const [most, rest] = parts(left, DAY, HOUR);
      return joined(days(most), rest, hours);
    }
    if (left >= HOUR) {
      const [most, rest] = parts(left, HOUR, MINUTE);
      return joined(hours(most), rest, minutes);
    }
    return left >= MINUTE ? minutes(Math.floor(left / MINUTE)) : seconds(Math.floor(left / SECOND));
  },
  day: (moment: number): string => new Date(moment).toLocaleDateString(language(), { day: "numeric", month: "short" }),
  moment: (moment: number): string =>
    new Date(moment).toLocaleString(language(), { weekday: "short", hour: "numeric", minute: "2-digit" }),

  clocks: "Clocks",
  you: "You",
  running: "running",
  timeUp: "time is up",
  paused: "paused by both players",
  vacation: (day: string) => `vacation until ${day}`,
  pill: (who: string, left: string, state: string) => `${who}: ${left} left${state ? `, ${state}` : ""}`,

  yoursRuns: (left: string) => `Your clock is running: ${left}`,
  runs: (who: string, left: string) => `${who}’s clock is running: ${left}`,
  yoursStands: (left: string) => `Your clock is stopped: ${left}`,
  stands: (who: string, left: string) => `${who}’s clock is stopped: ${left}`,
  standStill: "Both clocks are stopped",
  close: "Close",
  left: (of: string) => `Time left for ${of}`,
  pace: "Pace",
  live: (bank: number, more: number) =>
    `live: ${minutes(bank)}${more ? `, plus ${seconds(more)} per player turn` : ""}`,
  daily: (bank: number, more: number) =>
    more ? `daily: ${days(bank)}, plus ${hours(more)} per player turn, at most ${days(bank)}` : `daily: ${days(bank)}`,
  rated: "rated",
  friendly: "friendly",
  counts: "Runs",
  countsDoc: "whenever the game is waiting for that player, including in retreats",
  notices: "Notices",
  atHalf: (moment: string) => `at 50%: ${moment}`,
  atTenth: (moment: string) => `at 10%: ${moment}`,
  passed: "passed",
  zero: "At zero",
  zeroDoc:
    "The other side can claim the game, or give the seat to a bot. If the overrun reaches three times the bank, the game ends automatically.",
  has: (left: string) => `${left} left`,
  onVacation: (day: string, used: number, most: number) =>
    `on vacation until ${day}, ${used} of ${days(most)} used. This clock is stopped.`,
  vacationUsed: (used: number, most: number) => `Vacation this year: ${used} of ${days(most)} used`,
  asksPause: (who: string) => `${who} is asking for a pause.`,

  rules: "Clock rules",
  rulesDoc: [
    "A clock runs when its player must decide, including in reaction windows and retreats.",
    "Time is added at the end of each player turn. Undo does not restore time.",
    "A bot has no clock.",
    "A move after zero still counts if it arrives before the claim.",
    "If you resign before each side has completed a turn, the game is unrated.",
    "In a daily game, a vacation stops your clock, unless less than 10% is left.",
    "All players must agree to a pause. Any player can end it.",
  ],

  declare: "Declare vacation…",
  extend: "Extend vacation…",
  begin: "Start vacation",
  howLong: "Days, starting now",
  back: "End vacation",
  askPause: "Ask for a pause",
  agreePause: "Agree to a pause",
  withdrawPause: "Withdraw the request",
  endPause: "End the pause",

  bankDays: (count: number) => days(count),
  bankMinutes: (count: number) => minutes(count),
  of: (bank: string) => `of ${bank}`,
  theirs: (bank: string) => `theirs (of ${bank})`,
  stopped: "clock stopped",
  standsUntil: (day: string) => `stopped until ${day}`,

  outOfTime: (who: string) => `${who} is out of time`,
  outDoc: "Claim the game, give the seat to a bot, or wait. A move that arrives first still counts.",
  youAreOut: "Your time is up",
  youAreOutDoc: "Your move still counts until the other side claims the game.",
  claim: "Claim the game",
  give: "Give the seat to the bot",
  giveDoc: "The game then becomes unrated.",
  bot: "Bot",
  wait: "Wait",
  halfLeft: (who: string, left: string) => `${who}: half of the time is left, ${left}.`,
  tenthLeft: (who: string, left: string) => `${who}: 10% of the time is left, ${left}.`,
  stillLeft: (who: string, left: string) => `${who}: ${left} left.`,
});
