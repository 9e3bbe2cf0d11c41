import { catalogue, counted } from "./language";

/** Play by mail: a turn is sent, and one that has come is opened. */
export const words = catalogue("mail", {
  title: "Play by mail",
  sendDoc:
    "Your turn is the saved game itself: as a link, or as a file. The other one opens it, plays and sends it back. His seat then is his: nothing is decided for it here.",
  whoElse: "Which seat is played elsewhere?",
  playFirst: (seat: string) =>
    `${seat} is to decide here first; the turn can be sent when the other side is to decide.`,
  waits: (seat: string) => `${seat}: played elsewhere, by mail. Send your turn, and open the one that comes back.`,
  playHere: (seat: string) => `Play here after all: ${seat}`,
  botGoesOn: (seat: string) => `${seat}: a bot’s, who goes on at once when the turn comes.`,
  playMyself: (seat: string) => `Play it myself: ${seat}`,
  copy: "Copy my turn",
  copied: "Copied: paste it into a mail",
  link: "The turn as a link",
  tooLong: "This game has become too long for a link; send the file.",
  linkDoc: "It opens a table at this address. Whoever has his own elsewhere pastes it there.",
  file: "Save my turn",
  open: "Open the other’s turn",
  yours: (seat: string) => `${seat} is to decide now: whoever opens this turn goes on there.`,
  hides: (title: string) =>
    `${title} hides things from a seat, and the saved game tells all of them: so it is not played by mail. On a server each seat sees its own.`,
  proves: {
    seeded:
      "Whoever opens it has the dice held against the game’s seed. That proves that none was changed, not that they came unforeseen: the seed stands in the file, so either of you could look ahead, or try a turn again before sending it.",
    hand: "Dice and cards are typed in: the rules allow each of them, and nothing proves that they were rolled.",
  },

  bring: "Open a turn",
  bringDoc:
    "It is replayed and checked against the rules and the seed. If you have the game here, it goes on with this turn; if not, it begins here.",
  chooseFile: "Choose a file",
  orLink: "or paste the link",
  notLink: "This is no link to a turn. The other one makes one at his table, with “Copy my turn”.",
  damagedLink: "This link to a turn was cut off or changed on the way. Copy it once more, or have the file sent.",
  arrived: (title: string) => `A turn of ${title} has come`,
  unknownGame: "a game",
  arrivedDoc: (plies: number) =>
    `Its log has ${counted(plies, { one: "# entry", other: "# entries" })}. It is replayed and checked before anything changes here.`,
  openIt: "Open it",
  notNow: "Not now",
  handedOn: "Your games are open in another tab: the turn waits for you there.",

  outcome: {
    begun: (name: string) => `${name} has begun here`,
    "went on": (name: string) => `${name} has gone on`,
    known: (name: string) => `${name} is here already, just as it came`,
    older: (name: string) => `This turn is older than ${name} here`,
    parted: (name: string) => `This turn and ${name} here part`,
    loaded: (title: string) => `A die or card in this turn of ${title} is not the seed’s`,
    decided: (name: string) => `This turn of ${name} decides for you`,
    stranger: (name: string) => `This turn of ${name} may come from somebody else`,
  },
  youPlay: (mine: string, other: string) => `You play ${mine}; ${other} is played elsewhere.`,
  wasMe: (seat: string) => `I played ${seat}, in another browser`,
  came: (count: number) =>
    count
      ? `${counted(count, { one: "# entry", other: "# entries" })} of the log came with it.`
      : "Nothing has been played in it yet.",
  checked: (count: number) =>
    count
      ? `${counted(count, { one: "The # die or card in it is", other: "The # dice and cards in it are" })} as the game’s seed deals them: none was changed. It is no proof that nobody looked ahead: the seed stands in the file, and a turn can be tried again before it is sent.`
      : "No die was rolled and no card drawn in it.",
  typedIn: "Dice and cards were typed in: the rules allow each of them, and nothing proves that they were rolled.",
  practice: (count: number) =>
    `${counted(count, { one: "Once", other: "# times" })} something was taken back in it after a die had fallen or the other side had decided (practice mode).`,
  nothing: "Nothing has changed here.",
  older: (theirs: number, ours: number) =>
    `It ends at entry ${theirs} of the log; the game here goes on from there to entry ${ours}. Nothing has changed here: perhaps your last turn has still to be sent.`,
  parted: (ply: number, moment: string) => `They part at entry ${ply} of the log (${moment}):`,
  loaded: (ply: number, moment: string) => `It is entry ${ply} of the log (${moment}):`,
  decided: (seat: string, ply: number, moment: string) =>
    `${seat} is played here, but has decided in the turn that came, at entry ${ply} of the log (${moment}):`,
  stranger: (seat: string) =>
    `${seat} bears another mark than in the turns that came before: two people have taken the seat, or one in two browsers. Nothing has changed here.`,
  decidedDoc: "Nothing has changed here. If it was you, in another browser, go on with it.",
  goOn: "Go on with it all the same",
  here: "here",
  there: "in the turn that came",
  seed: "what the seed deals",
  loadedDoc: "Somebody has changed it, or it was played under other rules. Nothing has changed here.",
  partedDoc: "Nothing has changed here. Both can be kept: the turn then is a game of its own.",
  keepBoth: "Keep both",
  openApart: "Open it all the same, as a game of its own",
  toTable: "To the table",
  watch: "Watch the turn",
  toGames: "To my games",
});
