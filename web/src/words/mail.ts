import { catalogue, counted } from "./language";

/** Play by mail: send a turn, open the turn that you receive. */
export const words = catalogue("mail", {
  title: "Play by mail",
  sendDoc:
    "Send your saved game as a link or a file. Your opponent opens it, plays and sends it back. You cannot move for that side.",
  whoElse: "Which seat does your opponent play?",
  playFirst: (seat: string) => `${seat} to move here first. After that, you can send the turn.`,
  waits: (seat: string) => `By mail: ${seat}. Send your turn, then open the reply.`,
  playHere: (seat: string) => `Play here instead: ${seat}`,
  botGoesOn: (seat: string) => `A bot plays ${seat} and moves as soon as the turn arrives.`,
  playMyself: (seat: string) => `Play it myself: ${seat}`,
  copy: "Copy my turn",
  copied: "Copied. Paste it into a message.",
  link: "Link to the turn",
  tooLong: "This game is too long for a link. Send the file.",
  linkDoc: "The link opens a table on this site. If your opponent plays elsewhere, they can paste it there.",
  file: "Save my turn",
  open: "Open a reply",
  yours: (seat: string) => `${seat} to move. Send this turn so that your opponent can continue.`,
  hides: (title: string) =>
    `${title} has secrets, and a saved game reveals them. It cannot be played by mail. On a server, each seat sees only its own secrets.`,
  proves: {
    seeded:
      "Your opponent’s page checks the dice against the game’s seed. This proves that nobody changed a roll. It does not prevent looking ahead or retrying, because the file holds the seed.",
    hand: "Dice and cards are typed in. The rules allow them, but nothing proves that they were rolled.",
  },

  bring: "Open a turn",
  bringDoc:
    "The turn is replayed and checked against the rules and the seed. If you already have the game, it continues. Otherwise, it is added here.",
  chooseFile: "Choose a file",
  orLink: "or paste the link",
  notLink: "This is not a link to a turn. Your opponent can make one with “Copy my turn”.",
  damagedLink: "This link is incomplete or changed. Copy it again, or ask for the file.",
  arrived: (title: string) => `New turn in ${title}`,
  unknownGame: "a game",
  arrivedDoc: (plies: number) =>
    `Its log has ${counted(plies, { one: "# entry", other: "# entries" })}. It is checked before anything changes here.`,
  openIt: "Open it",
  notNow: "Not now",
  handedOn: "Your games are open in another tab. The turn is waiting there.",

  outcome: {
    begun: (name: string) => `${name} is new here`,
    "went on": (name: string) => `${name} is updated`,
    known: (name: string) => `You already have this turn of ${name}`,
    older: (name: string) => `This turn is older than your ${name}`,
    parted: (name: string) => `This turn differs from your ${name}`,
    loaded: (title: string) => `A die or card in this turn of ${title} does not match the seed`,
    decided: (name: string) => `This turn of ${name} contains a move for your side`,
    stranger: (name: string) => `This turn of ${name} may be from someone else`,
  },
  youPlay: (mine: string, other: string) => `You: ${mine}. Your opponent: ${other}.`,
  wasMe: (seat: string) => `I played ${seat} in another browser`,
  came: (count: number) =>
    count
      ? counted(count, { one: "# log entry is new.", other: "# log entries are new." })
      : "No move has been played yet.",
  checked: (count: number) =>
    count
      ? `${counted(count, { one: "The # die or card matches", other: "All # dice and cards match" })} the game’s seed. Someone could still look ahead or retry a turn, because the file holds the seed.`
      : "There were no die rolls or card draws.",
  typedIn: "Dice and cards were typed in. The rules allow them, but nothing proves that they were rolled.",
  practice: (count: number) =>
    `${counted(count, { one: "One decision was", other: "# decisions were" })} undone after a roll or a change of seat (practice mode).`,
  nothing: "Your game is unchanged.",
  older: (theirs: number, ours: number) =>
    `This turn ends at log entry ${theirs}. Your game is at entry ${ours}. Your game is unchanged. Did you send your last turn?`,
  parted: (ply: number, moment: string) => `They differ, starting at log entry ${ply} (${moment}):`,
  loaded: (ply: number, moment: string) => `At log entry ${ply} (${moment}):`,
  decided: (seat: string, ply: number, moment: string) =>
    `${seat} is your seat, but this turn makes its move at log entry ${ply} (${moment}):`,
  stranger: (seat: string) =>
    `${seat} used another browser in earlier turns. Perhaps two people took the seat. Your game is unchanged.`,
  decidedDoc: "Your game is unchanged. If you played in another browser, continue there.",
  goOn: "Use it anyway",
  here: "your game",
  there: "this turn",
  seed: "the seed gives",
  loadedDoc: "Someone changed the turn, or used another version of the rules. Your game is unchanged.",
  partedDoc: "Your game is unchanged. You can keep both: the turn becomes a separate game.",
  keepBoth: "Keep both",
  openApart: "Open it anyway as a separate game",
  toTable: "Go to the table",
  watch: "Watch the turn",
  toGames: "Go to my games",
});
